import { MILESTONES } from '#trial/milestones'
import { isDiamondOnly, milestoneTrials } from './milestone-figures.ts'
import { type Segment, type Spending, sumUp } from './tick-spending.ts'
import type { TrialSet } from './trial-set.ts'

/** How the trials of a set spent their ticks. */
export interface TickFigures {
  readonly label: string
  readonly whole: TickPart
  /** The parts from milestone to milestone, in the usual order, and the part after the last one. */
  readonly parts: readonly TickPart[]
}

/** A part of the trials, such as the part before a milestone, back to the preceding one. */
export interface TickPart {
  readonly name: string
  /** Number of trials that reached its end. */
  readonly trials: number
  /** Means over those trials. */
  readonly spent: readonly Spending[]
}

/** The part before a target that is not a milestone of ObtainDiamond. */
const TARGET = 'target'
/** The part after the last milestone of a trial. */
const AFTER_LAST = 'after the last milestone'
const WHOLE = 'whole trial'

/** The figures of each set with trials outside the text world, only of ObtainDiamond if every set has trials of it. */
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
