import { MILESTONES } from '#trial/milestones'
import { isDiamondOnly, milestoneTrials } from './milestone-figures.ts'
import { type Segment, type Spending, sumUp } from './tick-spending.ts'
import type { TrialSet } from './trial-set.ts'

/** What the ticks of a set's trials were spent on. */
export interface TickFigures {
  readonly label: string
  readonly whole: TickPart
  /** From milestone to milestone in the usual order, and from the last to the end. */
  readonly parts: readonly TickPart[]
}

/** A part of trials, such as that up to a milestone from the one before, whichever it was. */
export interface TickPart {
  readonly name: string
  /** How many trials reached its end. */
  readonly trials: number
  /** Means of those trials. */
  readonly spent: readonly Spending[]
}

/** Up to a target that is no milestone on the way to a diamond. */
const TARGET = 'target'
/** From the last milestone to the end of a trial that had time left for more. */
const AFTER_LAST = 'after the last'
const WHOLE = 'whole trial'

/** The figures of each set that has logs of a body; of ObtainDiamond alone where every set has trials of it. */
export function tickFigures(sets: readonly TrialSet[]): TickFigures[] {
  const diamondOnly = isDiamondOnly(sets)
  return sets.flatMap((set) => {
    const logs = milestoneTrials(set, diamondOnly).flatMap(({ result, record }) =>
      record && result.world.kind !== 'text' ? [record.segments] : [],
    )
    if (logs.length === 0) return []
    const trials = logs.map((log) => ({ spent: log.flatMap(({ spent }) => spent) }))
    return { label: set.label, whole: meanOf(WHOLE, trials), parts: partsOf(logs.flat()) }
  })
}

function partsOf(segments: readonly Segment[]): TickPart[] {
  const byName = Map.groupBy(segments, nameOf)
  return [...MILESTONES.map(({ name }) => name), TARGET, AFTER_LAST].flatMap((name) => {
    const same = byName.get(name)
    return same ? meanOf(name, same) : []
  })
}

function nameOf({ end }: Segment): string {
  if (end === null) return AFTER_LAST
  return MILESTONES.some(({ name }) => name === end) ? end : TARGET
}

function meanOf(name: string, trials: readonly Pick<Segment, 'spent'>[]): TickPart {
  const spent = sumUp(trials.flatMap((one) => one.spent))
    .map((one) => ({ ...one, ticks: one.ticks / trials.length }))
    .sort((a, b) => b.ticks - a.ticks)
  return { name, trials: trials.length, spent }
}
