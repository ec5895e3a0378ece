import { MILESTONES } from '#trial/milestones'
import { wilsonInterval } from '#trial/statistics'
import { groupOf } from './success.ts'
import type { ReportedTrial, TrialSet } from './trial-set.ts'

/** How many of a set's trials reached each milestone, and when (DEPS paper, Figure 9). */
export interface MilestoneFigures {
  readonly label: string
  readonly trials: number
  /** In the order in which trials usually reach them. */
  readonly milestones: readonly MilestoneFigure[]
}

export interface MilestoneFigure {
  readonly name: string
  /** The ticks at which trials reached it, sorted. */
  readonly ticks: readonly number[]
  readonly share: number
  /** 95 % confidence interval of the share (Wilson). */
  readonly interval: readonly [low: number, high: number]
}

/** The group of ObtainDiamond, to which the milestones belong. */
const DIAMOND_GROUP = 'MT8'

/** Whether all sets have trials of ObtainDiamond; then only those are counted. */
export function isDiamondOnly(sets: readonly TrialSet[]): boolean {
  return sets.every(({ trials }) => trials.some(isDiamond))
}

/** The trials of a set whose milestones are counted. */
export function milestoneTrials(
  { trials }: TrialSet,
  diamondOnly: boolean,
): readonly ReportedTrial[] {
  return diamondOnly ? trials.filter(isDiamond) : trials
}

/** The figures of each set, only of ObtainDiamond if every set has trials of it. */
export function milestoneFigures(sets: readonly TrialSet[]): MilestoneFigures[] {
  const diamondOnly = isDiamondOnly(sets)
  return sets.map((set) => {
    const trials = milestoneTrials(set, diamondOnly)
    const milestones = MILESTONES.map(({ name }) => figure(name, trials))
    return { label: set.label, trials: trials.length, milestones }
  })
}

function figure(name: string, trials: readonly ReportedTrial[]): MilestoneFigure {
  const ticks = trials
    .flatMap(({ result }) => result.milestones.find((one) => one.name === name)?.tick ?? [])
    .sort((a, b) => a - b)
  return {
    name,
    ticks,
    share: ticks.length / (trials.length || 1),
    interval: wilsonInterval(ticks.length, trials.length),
  }
}

function isDiamond({ result }: ReportedTrial): boolean {
  return groupOf(result.task) === DIAMOND_GROUP
}
