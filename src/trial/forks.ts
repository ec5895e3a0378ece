import type { EventOf, TrialEvent } from '#events/events'
import type { Settings } from '#events/settings'
import type { Plan } from '#goal/goal'
import { FEATURES } from '#selector/features/features'
import { checkFeatures, decisionsOf, type Pursuit } from './samples.ts'

/** Maximum number of candidates per decision whose horizons are measured, the chosen one included. */
const MAX_CANDIDATES = 5
/** Length of a fork after its decision (ticks); longer horizons count as this length. */
const FORK_TICKS = 3000

const ESTIMATE = FEATURES.findIndex(({ name }) => name === 'estimate')

type LoggedCandidate = EventOf<'goal-chosen'>['candidates'][number]

/** A candidate of a decision, and its pursuit in the trial that chose it. */
export interface Alternative {
  readonly candidate: LoggedCandidate
  readonly pursuit: Pursuit
  /** Place of its goal in the plan, from 0; Infinity if the plan does not contain it. */
  readonly place: number
}

/** A decision of a trial with the horizons of several candidates, the chosen one first. */
export interface ForkedDecision {
  readonly decision: number
  readonly alternatives: readonly Alternative[]
}

/**
 * Trials that repeat this one up to a decision and take another candidate there, one for each of the candidates with the
 * lowest estimates, at decisions spread evenly over the trial.
 * @param maxDecisions Number of decisions to fork.
 */
export function forksOf(base: readonly TrialEvent[], maxDecisions: number): Settings[] {
  const [start] = base
  if (start?.type !== 'trial-start') return []
  const open = decisionsOf(base)
    .map(({ decision }, index) => ({ event: decision, decision: index + 1 }))
    .filter(({ event }) => event.candidates.length > 1)
  return spread(open, maxDecisions).flatMap(({ event, decision }) =>
    nearestOthers(event.candidates).map((candidate) => ({
      ...start.settings,
      overrideChoice: [{ decision, candidate }],
      maxDecisions: decision,
      maxTicks: event.t + FORK_TICKS,
    })),
  )
}

/**
 * The pursuits of the candidates of a trial's forked decisions.
 * @param forks The logs of the forks.
 * @throws Error of one line when a log is not a fork of this trial, or has features of another version.
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
      throw new Error(`decision ${decision} differs in the fork, so the histories differ`)
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

/** Ticks of a pursuit for regrets; a goal that is not reached counts as the longest pursuit. */
export function regretTicks({ ticks, isReached }: Pursuit): number {
  return isReached ? Math.min(ticks, FORK_TICKS) : FORK_TICKS
}

function forkedChoice(fork: readonly TrialEvent[]) {
  const [start] = fork
  // The base overrides all choices but the last.
  const forced = start?.type === 'trial-start' ? start.settings.overrideChoice.at(-1) : undefined
  const made = forced && decisionsOf(fork)[forced.decision - 1]
  const candidate = made?.decision.candidates[0]
  if (!forced || !made || !candidate) throw new Error('the fork overrides no decision')
  checkFeatures(made.decision)
  return {
    decision: forced.decision,
    t: made.decision.t,
    candidate,
    pursuit: made.pursuit,
  }
}

/** Compares skills and items only, because the counts of a plan's goal and a candidate may differ. */
function placeIn(plan: Plan, { goal }: LoggedCandidate): number {
  const items = Object.keys(goal.target).join()
  const place = plan.findIndex(
    ({ skill, target }) => skill === goal.skill && Object.keys(target).join() === items,
  )
  return place < 0 ? Number.POSITIVE_INFINITY : place
}

/** Places, from 1, of the candidates with the lowest estimates, without the chosen one. */
function nearestOthers(candidates: readonly LoggedCandidate[]): number[] {
  return candidates
    .map((candidate, index) => ({ place: index + 1, estimate: estimateOf(candidate) }))
    .slice(1)
    .sort((a, b) => a.estimate - b.estimate)
    .slice(0, MAX_CANDIDATES - 1)
    .map(({ place }) => place)
}

/** The skill's estimate (game ticks); Infinity if none is recorded. */
export function estimateOf({ features, predictedTicks }: LoggedCandidate): number {
  const recorded = features?.[ESTIMATE]
  if (recorded !== undefined) return Math.expm1(recorded)
  return predictedTicks ?? Number.POSITIVE_INFINITY
}

/** At most `max` elements, spread evenly from the first to the last. */
function spread<T>(all: readonly T[], max: number): readonly T[] {
  if (all.length <= max) return all
  return all.filter(
    (_, index) =>
      Math.floor((index * max) / all.length) !== Math.floor(((index - 1) * max) / all.length),
  )
}
