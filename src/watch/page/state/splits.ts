import type { TrialRow } from '../../protocol.ts'
import { clockText } from './game-time.ts'
import type { Milestone } from './timeline.ts'

/** A milestone of a trial beside those of the other trials of its folder (ticks). */
export interface Split {
  readonly name: string
  /** Null while the trial has not reached it. */
  readonly tick: number | null
  /** Its tick in the best other trial; null if that trial has not reached it. */
  readonly best: number | null
  /** The median over all other trials that reached it; null if none did. */
  readonly median: number | null
}

/** The other trials of a folder with the same task, as one trial compares with them. */
export interface Rivals {
  /** The fastest successful trial, or else the one with the most milestones; null without any. */
  readonly best: TrialRow | null
  readonly trials: readonly TrialRow[]
}

export const NO_RIVALS: Rivals = { best: null, trials: [] }

/** The trials that a trial competes with: those of its task that have reached a milestone. */
export function rivalsOf(id: string, rows: readonly TrialRow[]): Rivals {
  const task = rows.find((row) => row.id === id)?.task
  const trials = rows.filter(
    (row) => row.task === task && row.id !== id && row.milestones.length > 0,
  )
  const [best = null] = trials.toSorted(
    (a, b) =>
      Number(b.success) - Number(a.success) ||
      (a.success ? a.tick - b.tick : b.milestones.length - a.milestones.length) ||
      (a.milestones.at(-1)?.tick ?? 0) - (b.milestones.at(-1)?.tick ?? 0),
  )
  return { best, trials }
}

/** The milestones that a trial has reached in their order, then those that the best other trial has reached. */
export function splitsOf(reached: readonly Milestone[], { best, trials }: Rivals): Split[] {
  const own = new Map(reached.map(({ name, tick }) => [name, tick]))
  const coming = (best?.milestones ?? []).map(({ name }) => name).filter((name) => !own.has(name))
  return [...own.keys(), ...coming].map((name) => ({
    name,
    tick: own.get(name) ?? null,
    best: (best && tickOf(best, name)) ?? null,
    median: median(trials.flatMap((row) => tickOf(row, name) ?? [])),
  }))
}

/** A difference of ticks in seconds of game time: `+0:12`, `-0:05` or `0:00`. */
export function deltaText(ticks: number): string {
  const time = clockText(Math.abs(ticks))
  if (time === '0:00') return time
  return `${ticks < 0 ? '-' : '+'}${time}`
}

function tickOf({ milestones }: TrialRow, name: string): number | null {
  return milestones.find((one) => one.name === name)?.tick ?? null
}

function median(ticks: readonly number[]): number | null {
  if (ticks.length === 0) return null
  const sorted = ticks.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 ? upper : Math.round(((sorted[middle - 1] ?? 0) + upper) / 2)
}
