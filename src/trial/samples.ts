import type { EventOf, TrialEvent } from '#events/events'
import type { Goal, Plan } from '#goal/goal'
import type { Sample } from '#selector/data/sample'
import { FEATURE_VERSION, FEATURES } from '#selector/features/features'

const ESTIMATE = FEATURES.findIndex(({ name }) => name === 'estimate')

/** Reasons for a new plan that tell that the goal before was reached. */
const GOES_ON: readonly string[] = ['the inventory has changed', 'the plan is done']

/** A choice, with what there was to choose from. */
export type Decision = EventOf<'goal-chosen'>

/** What became of a choice: its horizon in game ticks, or how long it was pursued in vain. */
export interface Pursuit {
  readonly ticks: number
  readonly isReached: boolean
}

/**
 * What a trial's log tells of horizons, one sample for each choice that was carried out. The ticks run from `goal-chosen`
 * to the successful end of the goal's own skill, for the last of its things where it has several; errands before it
 * (taking a table along, fetching what was lost) and reflexes in between count, since they are part of how long it took.
 * A goal that an interruption found complete is reached when the plan goes on; one that ends the trial by the target,
 * at that moment. What failed, was given up, or was pursued still when the trial ended or another goal was chosen is
 * censored at the ticks until then; what is done about a failure afterwards is no part of it. Choices without features,
 * as those of worlds without bodies, and those that were dropped in the same tick give none.
 * @param trial name of what belongs together in training or in evaluation.
 * @param only number of the one decision to take, from 1; all of them when left out.
 * @throws Error in one line when the log's features are of another version.
 */
export function samplesOf(events: Iterable<TrialEvent>, trial: string, only?: number): Sample[] {
  const decisions = decisionsOf(events)
  const wanted = only === undefined ? decisions : decisions.slice(only - 1, only)
  return wanted.flatMap(({ decision, pursuit }) => {
    const { goal, candidates } = decision
    const features = candidates[0]?.features
    if (!features) return []
    checkFeatures(decision)
    if (!pursuit.isReached && pursuit.ticks === 0) return []
    return {
      features,
      ticks: Math.max(1, pursuit.ticks),
      isCensored: !pursuit.isReached,
      skill: goal.skill,
      item: Object.keys(goal.target).join('+'),
      estimate: Math.expm1(features[ESTIMATE] ?? 0),
      trial,
    }
  })
}

/** @throws Error in one line when the features of a choice are not those that this Delver knows. */
export function checkFeatures({ candidates, featureVersion }: Decision): void {
  for (const { features } of candidates) {
    if (!features) continue
    if (featureVersion !== FEATURE_VERSION)
      throw new Error(
        `its features are of version ${featureVersion}, and this Delver's of version ${FEATURE_VERSION}; play it again`,
      )
    if (features.length !== FEATURES.length)
      throw new Error(`${features.length} features where there are ${FEATURES.length}`)
  }
}

/** A decision of a log. */
export interface DecisionMade {
  readonly decision: Decision
  /** The plan that was carried out. */
  readonly plan: Plan
  readonly pursuit: Pursuit
}

/** The decisions of a log with what became of each, in order. */
export function decisionsOf(events: Iterable<TrialEvent>): DecisionMade[] {
  const all = [...events]
  let plan: Plan = []
  return all.flatMap((event, index) => {
    if (event.type === 'plan') plan = event.goals
    if (event.type !== 'goal-chosen') return []
    const rest = all.slice(index + 1)
    const end = rest.findIndex(({ type }) => ['goal-chosen', 'plan', 'trial-end'].includes(type))
    const during = end < 0 ? rest : rest.slice(0, end)
    return { decision: event, plan, pursuit: pursuitOf(event, during, rest[end]) }
  })
}

/**
 * @param during what happened until the next choice, plan or end of the trial.
 * @param next that one; undefined where the log stops short.
 */
function pursuitOf(
  { t, goal }: Decision,
  during: readonly TrialEvent[],
  next: TrialEvent | undefined,
): Pursuit {
  const ends = during.filter(
    (event): event is EventOf<'skill-end'> =>
      event.type === 'skill-end' && event.goal !== null && isSame(event.goal, goal),
  )
  const last = ends.at(-1)
  const stopped = (next ?? during.at(-1))?.t ?? t
  const successes = ends.filter(({ failure }) => failure === null).length
  if (last?.failure === null && successes >= Object.keys(goal.target).length)
    return { ticks: last.t - t, isReached: true }
  const wasFoundComplete =
    last?.failure?.kind === 'hurt' && next?.type === 'plan' && GOES_ON.includes(next.reason)
  if (wasFoundComplete) return { ticks: stopped - t, isReached: true }
  const verdict = during.find(({ type }) => type === 'verdict')
  if (next?.type === 'trial-end' && next.end === 'success')
    return { ticks: (verdict?.t ?? stopped) - t, isReached: true }
  const gaveUp = last?.failure && last.failure.kind !== 'interrupted' ? last.t : stopped
  return { ticks: (verdict?.t ?? gaveUp) - t, isReached: false }
}

function isSame(one: Goal, other: Goal): boolean {
  return (
    one.skill === other.skill &&
    one.tool === other.tool &&
    isSameCounts(one.target, other.target) &&
    isSameCounts(one.using, other.using)
  )
}

function isSameCounts(one: Goal['target'], other: Goal['target']): boolean {
  const items = Object.keys(one)
  return (
    items.length === Object.keys(other).length && items.every((item) => one[item] === other[item])
  )
}
