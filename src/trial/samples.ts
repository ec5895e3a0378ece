import type { EventOf, TrialEvent } from '#events/events'
import type { Goal, Plan } from '#goal/goal'
import type { Sample } from '#selector/data/sample'
import { FEATURE_VERSION, FEATURES } from '#selector/features/features'

const ESTIMATE = FEATURES.findIndex(({ name }) => name === 'estimate')

/** Reasons for a new plan by which the previous goal was reached. */
const REASONS_AFTER_SUCCESS: readonly string[] = ['the inventory has changed', 'the plan is done']

/** A choice with its candidates. */
export type Decision = EventOf<'goal-chosen'>

/** How long a choice was pursued (game ticks), and whether its goal was reached; if so, the ticks are its horizon. */
export interface Pursuit {
  readonly ticks: number
  readonly isReached: boolean
}

/**
 * The horizons in a trial's log, one sample for each choice that the agent pursued. The ticks run from `goal-chosen` to the
 * successful end of the goal's own skill, and of its last item where it has several. Maintenance before it (collecting a
 * crafting table, retrieving drops) and reflexes count, because they are part of the time that the goal takes. A goal that
 * an interruption found complete is reached when the plan continues; a goal that completes the trial's target, at that
 * tick. A goal is censored when it fails, is given up, or is still pursued when the trial ends or another goal is chosen;
 * the recovery from a failure does not count. Choices without features, as in worlds without bodies, and choices that
 * were dropped in the same tick have no sample.
 * @param trial name of the group that training and evaluation keep together.
 * @param only number of a single decision, from 1; all decisions by default.
 * @throws Error of one line when the log's features are of another version.
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

/** @throws Error of one line when the features of a choice are not those of this Delver. */
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
  /** The plan at the decision. */
  readonly plan: Plan
  readonly pursuit: Pursuit
}

/** The decisions of a log with their pursuits, in order. */
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
 * @param during events until the next choice, the next plan or the end of the trial.
 * @param next the event of these three; undefined in an incomplete log.
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
    last?.failure?.kind === 'hurt' &&
    next?.type === 'plan' &&
    REASONS_AFTER_SUCCESS.includes(next.reason)
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
