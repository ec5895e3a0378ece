import type { BenchmarkResult, TaskResult } from '#textcraft/benchmark'
import { PUBLISHED } from '#textcraft/published'
import {
  type SummarizedTask,
  type Summary,
  summariesByDepth,
  summariesBySkills,
  summaryOf,
} from '#textcraft/summary'
import { counted } from '#wire/wording'
import { tableLines } from './table.ts'

/** The line of a finished task. */
export function taskLine(result: TaskResult): string {
  const { id, goal, recipeDepth, solved, claimed, failure, calls } = result
  const reason = claimed ? 'falsely claimed' : failure
  const outcome = solved ? 'solved' : `failed: ${reason}`
  const asked = calls > 0 ? `, ${counted(calls, 'call')}` : ''
  return `${String(id).padStart(3)}  ${goal} (recipe depth ${recipeDepth})  ${outcome}${asked}`
}

/** The results of a benchmark by recipe depth, and the results that the papers publish. */
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
    "Results (claimed: the player's own judgement; k_max: mean over solved tasks; calls and tokens: mean over all tasks):",
    ...indented(tableLines(measured)),
    '',
    'Published results, with other models and prompts:',
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
