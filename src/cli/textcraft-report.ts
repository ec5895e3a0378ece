import type { BenchmarkResult, TaskResult } from '#textcraft/benchmark'
import { PUBLISHED } from '#textcraft/published'
import {
  type SummarizedTask,
  type Summary,
  summariesByDepth,
  summariesBySkills,
  summaryOf,
} from '#textcraft/summary'
import { tableLines } from './table.ts'

/** One line for a task that has just been played. */
export function taskLine(result: TaskResult): string {
  const { id, goal, recipeDepth, solved, claimed, failure, calls } = result
  const reason = claimed ? 'claimed to be done' : failure
  const outcome = solved ? 'solved' : `failed: ${reason}`
  const asked = calls > 0 ? `, ${calls} calls` : ''
  return `${String(id).padStart(3)}  ${goal} (recipe depth ${recipeDepth})  ${outcome}${asked}`
}

/** What a benchmark came to, by recipe depth, and beside it what the papers print. */
export function benchmarkReport(tasks: readonly SummarizedTask[]): string[] {
  const bySkills = summariesBySkills(tasks)
  const measured = [
    ['recipe depth', 'tasks', 'solved', 'success', 'claimed', 'k_max', 'calls', 'tokens'],
    ...summariesByDepth(tasks).map((row) => [String(row.recipeDepth), ...cells(row)]),
    ['all', ...cells(summaryOf(tasks))],
    ...(bySkills
      ? [
          ['with skills', ...cells(bySkills.with)],
          ['without', ...cells(bySkills.without)],
        ]
      : []),
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
    "Measured here (claimed: success by the player's own word; k_max: mean of the solved; calls and tokens: mean of all):",
    ...indented(tableLines(measured)),
    '',
    'Measured elsewhere, with other models and prompts; as the papers print it:',
    ...indented(tableLines(published)),
  ]
}

/** The benchmark as one object, for `--json`. */
export function benchmarkJson(
  settings: Readonly<Record<string, unknown>>,
  { tasks, ended }: { tasks: readonly SummarizedTask[] } & Pick<BenchmarkResult, 'ended'>,
): string {
  return JSON.stringify({
    ...settings,
    measured: {
      all: summaryOf(tasks),
      byRecipeDepth: summariesByDepth(tasks),
      bySkills: summariesBySkills(tasks),
    },
    ended,
    measuredElsewhere: PUBLISHED,
    tasks,
  })
}

function cells(summary: Summary): string[] {
  const { tasks, solved, success, claimedSuccess, depth, calls, tokens } = summary

  return [
    String(tasks),
    String(solved),
    percentText(success),
    percentText(claimedSuccess),
    depth?.toFixed(1) ?? '-',
    calls?.toFixed(1) ?? '-',
    tokens?.toFixed(0) ?? '-',
  ]
}

function percentText(value: number | null): string {
  return value === null ? '-' : `${value.toFixed(1)} %`
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`)
}
