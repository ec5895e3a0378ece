import { MILESTONES } from './milestones.ts'
import type { TrialResult } from './result.ts'
import { median, wilsonInterval } from './statistics.ts'

/** Results of a set of trials. */
export interface Summary {
  /** The task, or `all` for several tasks. */
  readonly task: string
  readonly trials: number
  readonly successes: number
  readonly successRate: number
  /** 95 % confidence interval of the rate (Wilson). */
  readonly interval: readonly [low: number, high: number]
  /** Median length of the successful trials (ticks); null without any. */
  readonly medianTicks: number | null
  /** In the usual order. */
  readonly milestones: readonly MilestoneSummary[]
  readonly deaths: number
  readonly failures: TrialResult['failures']
  /** Number of trials by the way they ended. */
  readonly ends: Partial<Record<TrialResult['end'], number>>
}

export interface MilestoneSummary {
  readonly name: string
  /** Number of trials that reached it. */
  readonly reached: number
  readonly medianTick: number
}

export function summarize(task: string, results: readonly TrialResult[]): Summary {
  const successes = results.filter((result) => result.success)
  return {
    task,
    trials: results.length,
    successes: successes.length,
    successRate: successes.length / (results.length || 1),
    interval: wilsonInterval(successes.length, results.length),
    medianTicks: median(successes.map((result) => result.ticks)),
    milestones: milestoneSummaries(results),
    deaths: results.reduce((sum, result) => sum + result.deaths, 0),
    failures: addCounts(results.map((result) => result.failures)),
    ends: addCounts(results.map((result) => ({ [result.end]: 1 }))),
  }
}

/** One summary for each task, in the order of the results. */
export function summarizeByTask(results: readonly TrialResult[]): Summary[] {
  return [...Map.groupBy(results, (result) => result.task)].map(([task, group]) =>
    summarize(task, group),
  )
}

function milestoneSummaries(results: readonly TrialResult[]): MilestoneSummary[] {
  const ticks = new Map<string, number[]>(MILESTONES.map(({ name }) => [name, []]))
  for (const { name, tick } of results.flatMap((result) => result.milestones)) {
    const known = ticks.get(name)
    if (known) known.push(tick)
    else ticks.set(name, [tick])
  }
  return [...ticks].flatMap(([name, all]) => {
    const medianTick = median(all)
    return medianTick === null ? [] : [{ name, reached: all.length, medianTick }]
  })
}

function addCounts<K extends string>(
  all: readonly Partial<Record<K, number>>[],
): Partial<Record<K, number>> {
  const sum: Partial<Record<K, number>> = {}
  for (const counts of all)
    for (const key in counts) sum[key] = (sum[key] ?? 0) + (counts[key] ?? 0)
  return sum
}
