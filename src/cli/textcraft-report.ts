import type { BenchmarkResult, TaskResult } from '../textcraft/benchmark.ts'
import { PUBLISHED } from '../textcraft/published.ts'
import { type Summary, summariesByDepth, summaryOf } from '../textcraft/summary.ts'
import { tableLines } from './table.ts'

/** One line for a task that has just been played. */
export function taskLine({ id, goal, recipeDepth, solved, failure, calls }: TaskResult): string {
  const outcome = solved ? 'solved' : `failed: ${failure}`
  const asked = calls > 0 ? `, ${calls} calls` : ''
  return `${String(id).padStart(3)}  ${goal} (recipe depth ${recipeDepth})  ${outcome}${asked}`
}

/** What a benchmark came to, by recipe depth, and beside it what the papers print. */
export function benchmarkReport({ tasks }: BenchmarkResult): string[] {
  const measured = [
    ['recipe depth', 'tasks', 'solved', 'success', 'k_max', 'calls', 'tokens'],
    ...summariesByDepth(tasks).map((row) => [String(row.recipeDepth), ...cells(row)]),
    ['all', ...cells(summaryOf(tasks))],
  ]
  const published = [
    ['method', 'model', 'recipe depth', 'success', 'k_max', 'source'],
    ...PUBLISHED.map(({ method, model, recipeDepth, success, depth, source }) => [
      method,
      model,
      recipeDepth === null ? 'all' : String(recipeDepth),
      `${success.toFixed(1)} %`,
      depth?.toFixed(1) ?? '-',
      source,
    ]),
  ]
  return [
    'Measured here (k_max: mean of the solved; calls and tokens: mean of all):',
    ...indented(tableLines(measured)),
    '',
    'Measured elsewhere, with other models and prompts; as the papers print it:',
    ...indented(tableLines(published)),
  ]
}

/** The benchmark as one object, for `--json`. */
export function benchmarkJson(
  settings: Readonly<Record<string, unknown>>,
  { tasks, ended }: BenchmarkResult,
): string {
  return JSON.stringify({
    ...settings,
    measured: { all: summaryOf(tasks), byRecipeDepth: summariesByDepth(tasks) },
    ended,
    measuredElsewhere: PUBLISHED,
    tasks,
  })
}

function cells({ tasks, solved, success, depth, calls, tokens }: Summary): string[] {
  return [
    String(tasks),
    String(solved),
    success === null ? '-' : `${success.toFixed(1)} %`,
    depth?.toFixed(1) ?? '-',
    calls?.toFixed(1) ?? '-',
    tokens?.toFixed(0) ?? '-',
  ]
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`)
}
