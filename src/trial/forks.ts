import type { EventOf, TrialEvent } from '#events/events'
import type { Settings } from '#events/settings'
import type { Plan } from '#goal/goal'
import { FEATURES } from '#selector/features/features'
import { checkFeatures, decisionsOf, type Pursuit } from './samples.ts'

/** Most candidates of a decision whose horizons are found out, the chosen one among them. */
const MOST_CANDIDATES = 5
/** How long a fork is followed after its decision (ticks); what takes longer counts as that long. */
const FORK_TICKS = 3000

const ESTIMATE = FEATURES.findIndex(({ name }) => name === 'estimate')

type Candidate = EventOf<'goal-chosen'>['candidates'][number]

/** A candidate of a decision, and what became of it when it was chosen. */
export interface Alternative {
  readonly candidate: Candidate
  readonly pursuit: Pursuit
  /** Place of its goal in the plan, from 0; Infinity where the plan has it otherwise. */
  readonly place: number
}

/** A decision of a trial with the horizons of several of its candidates; what the trial chose comes first. */
export interface ForkedDecision {
  readonly decision: number
  readonly alternatives: readonly Alternative[]
}

/**
 * Trials that repeat this one up to a decision and take another of its candidates there: one for each of the nearest by
 * estimate, at decisions spread over the trial.
 * @param most decisions that are forked.
 */
export function forksOf(base: readonly TrialEvent[], most: number): Settings[] {
  const [start] = base
  if (start?.type !== 'trial-start') return []
  const open = decisionsOf(base)
    .map(({ decision }, index) => ({ event: decision, decision: index + 1 }))
    .filter(({ event }) => event.candidates.length > 1)
  return spread(open, most).flatMap(({ event, decision }) =>
    nearestOthers(event.candidates).map((candidate) => ({
      ...start.settings,
      overrideChoice: [{ decision, candidate }],
      maxDecisions: decision,
      maxTicks: event.t + FORK_TICKS,
    })),
  )
}

/**
 * What became of the candidates of a trial's forked decisions.
 * @param forks the logs of the forks.
 * @throws Error in one line when a log is no fork of this trial, or its features are others than this Delver's.
 */
export function forkedDecisions(
  base: readonly TrialEvent[],
  forks: readonly (readonly TrialEvent[])[],
): ForkedDecision[] {
  const taken = Map.groupBy(forks.map(forkedChoice), ({ decision }) => decision)
  const made = decisionsOf(base)
  return [...taken].flatMap(([decision, alternatives]) => {
    const own = made[decision - 1]
    const chosen = own?.decision.candidates[0]
    if (!own || !chosen || alternatives.some(({ t }) => t !== own.decision.t))
      throw new Error(`decision ${decision} is another one in the fork: the history differs`)
    checkFeatures(own.decision)
    const all = [{ candidate: chosen, pursuit: own.pursuit }, ...alternatives]
    return {
      decision,
      alternatives: all.map(({ candidate, pursuit }) => {
        return { candidate, pursuit, place: placeIn(own.plan, candidate) }
      }),
    }
  })
}

/** Ticks of a pursuit, as regrets are told by: what was not reached counts as the longest. */
export function regretTicks({ ticks, isReached }: Pursuit): number {
  return isReached ? Math.min(ticks, FORK_TICKS) : FORK_TICKS
}

function forkedChoice(fork: readonly TrialEvent[]) {
  const [start] = fork
  // Those before it are forced in the base, too.
  const forced = start?.type === 'trial-start' ? start.settings.overrideChoice.at(-1) : undefined
  const made = forced && decisionsOf(fork)[forced.decision - 1]
  const candidate = made?.decision.candidates[0]
  if (!forced || !made || !candidate) throw new Error('the fork has no forced decision')
  checkFeatures(made.decision)
  return {
    decision: forced.decision,
    t: made.decision.t,
    candidate,
    pursuit: made.pursuit,
  }
}

/** Goals of plans and candidates may differ in their counts. */
function placeIn(plan: Plan, { goal }: Candidate): number {
  const items = Object.keys(goal.target).join()
  const place = plan.findIndex(
    ({ skill, target }) => skill === goal.skill && Object.keys(target).join() === items,
  )
  return place < 0 ? Number.POSITIVE_INFINITY : place
}

/** Places, from 1, of the candidates with the least estimates beside the chosen one. */
function nearestOthers(candidates: readonly Candidate[]): number[] {
  return candidates
    .map((candidate, index) => ({ place: index + 1, estimate: estimateOf(candidate) }))
    .slice(1)
    .sort((a, b) => a.estimate - b.estimate)
    .slice(0, MOST_CANDIDATES - 1)
    .map(({ place }) => place)
}

/** The skill's estimate (game ticks); infinite where none is recorded. */
export function estimateOf({ features, predictedTicks }: Candidate): number {
  const recorded = features?.[ESTIMATE]
  if (recorded !== undefined) return Math.expm1(recorded)
  return predictedTicks ?? Number.POSITIVE_INFINITY
}

/** At most so many of them, evenly from the first to the last. */
function spread<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all
  return all.filter(
    (_, index) =>
      Math.floor((index * most) / all.length) !== Math.floor(((index - 1) * most) / all.length),
  )
}
