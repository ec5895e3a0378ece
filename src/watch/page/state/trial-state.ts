import { type ChoiceState, foldChoice, noChoice } from '#events/choices'
import type { EventOf, TrialEvent } from '#events/events'
import { foldTaskTree, type TaskTree } from '#events/task-tree'
import type { Goal } from '#goal/goal'
import type { RecordingPosition } from '../../recording-format.ts'
import { type CallsState, foldCall, noCalls } from './calls-state.ts'
import { type News, newsOf } from './news.ts'
import { foldPlan, noPlan, type PlanState } from './plan-state.ts'

/** A running skill; nested skills follow their caller. */
export interface Activity {
  readonly skill: string
  readonly goal: Goal | null
  readonly start: number
  readonly budget: number
  /** Counts of carried items in the log when it started. */
  readonly held: Readonly<Record<string, number>>
}

/** The last failure, with its description and explanation. */
export interface FailureState {
  readonly tick: number
  readonly skill: string
  readonly kind: string
  readonly detail: string
  /** The descriptor's text; null before it. */
  readonly description: string | null
  readonly explanation: string | null
}

/** What the panels show, from the event log. */
export interface TrialState extends ChoiceState {
  readonly start: EventOf<'trial-start'> | null
  readonly end: EventOf<'trial-end'> | null
  /** Tick of the last event. */
  readonly tick: number
  /** Minecraft version; null while it is not known. */
  readonly version: string | null
  readonly plan: PlanState
  readonly activities: readonly Activity[]
  readonly failure: FailureState | null
  /** The recursion of ADaPT, or THREAD's tree of threads; empty for other strategies. */
  readonly tasks: TaskTree
  readonly calls: CallsState
  readonly news: readonly News[]
  /** Where the agent has died. */
  readonly deaths: readonly RecordingPosition[]
  /** Health and food in the log, for trials without a recording. */
  readonly vitals: EventOf<'vitals'> | null
  /** Counts of carried items in the log, for trials without a recording. */
  readonly held: Readonly<Record<string, number>>
}

export const noTrial: TrialState = {
  start: null,
  end: null,
  tick: 0,
  version: null,
  plan: noPlan,
  ...noChoice,
  activities: [],
  failure: null,
  tasks: [],
  calls: noCalls,
  news: [],
  deaths: [],
  vitals: null,
  held: {},
}

/** The state after an event. */
export function foldEvent(state: TrialState, event: TrialEvent): TrialState {
  const news = newsOf(event)
  return {
    ...state,
    ...foldChoice(state, event),
    ...partsOf(state, event),
    tick: event.t,
    plan: foldPlan(state.plan, event),
    tasks: foldTaskTree(state.tasks, event),
    news: news ? [...state.news, news] : state.news,
  }
}

function partsOf(state: TrialState, event: TrialEvent): Partial<TrialState> {
  switch (event.type) {
    case 'trial-start':
      return { start: event, version: event.settings.version }
    case 'trial-end':
      return { end: event, activities: [] }
    case 'join':
      return { version: event.version, held: event.inventory }
    case 'skill-start':
      return { activities: [...state.activities, activityOf(event, state.held)] }
    case 'skill-end':
      return skillEnded(state, event)
    case 'failure-description':
      return { failure: { ...failureAt(state, event), description: event.text } }
    case 'explanation':
      return { failure: { ...failureAt(state, event), explanation: event.text } }
    case 'death':
      return { deaths: [...state.deaths, event.position] }
    case 'llm-call':
      return { calls: foldCall(state.calls, event) }
    case 'vitals':
      return { vitals: event, held: event.inventory }
    default:
      return {}
  }
}

function activityOf(
  { skill, goal, t, budget }: EventOf<'skill-start'>,
  held: TrialState['held'],
): Activity {
  return { skill, goal, start: t, budget, held }
}

function skillEnded(state: TrialState, event: EventOf<'skill-end'>): Partial<TrialState> {
  const { skill, failure, t } = event
  const index = state.activities.findLastIndex((activity) => activity.skill === skill)
  const activities = index < 0 ? state.activities : state.activities.toSpliced(index, 1)
  // A skill without a goal is part of another, whose changes include its own.
  const held = event.goal ? changed(state.held, event.changes) : state.held
  if (!failure || failure.kind === 'interrupted') return { activities, held }
  return {
    activities,
    held,
    failure: { tick: t, skill, ...failure, description: null, explanation: null },
  }
}

function changed(
  held: TrialState['held'],
  changes: Readonly<Record<string, number>>,
): TrialState['held'] {
  const counts = { ...held }
  for (const [item, change] of Object.entries(changes)) {
    const count = (counts[item] ?? 0) + change
    if (count > 0) counts[item] = count
    else delete counts[item]
  }
  return counts
}

/** The failure that a text describes, or an empty one for a text without a failure. */
function failureAt(state: TrialState, { t }: TrialEvent): FailureState {
  const empty = { skill: '', kind: '', detail: '', description: null, explanation: null }
  return state.failure ?? { tick: t, ...empty }
}
