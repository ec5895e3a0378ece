import type { EventOf, TrialEvent } from '#events/events'
import { skillTitle } from '#events/titles'
import { alternativesOf } from '#goal/alternatives'
import type { Goal, PlannedGoal } from '#goal/goal'
import { isSameGoal } from '#goal/same-goal'

export type StepStatus = 'waiting' | 'running' | 'done' | 'failed'

/** A goal of the plan, with its status. */
export interface PlanStep {
  readonly goal: PlannedGoal
  readonly status: StepStatus
  /** Tick at which it last started or ended; null before it starts. */
  readonly tick: number | null
  /** Why it last failed; null when it has not failed. */
  readonly reason: string | null
}

export interface PlanState {
  /** Number of plans so far; 0 before the first. */
  readonly number: number
  /** Why the current plan was made. */
  readonly reason: string
  readonly tick: number
  /** Completed steps of this plan and of earlier plans. */
  readonly done: readonly PlanStep[]
  /** Steps of the current plan that are not complete. */
  readonly steps: readonly PlanStep[]
}

export const noPlan: PlanState = { number: 0, reason: '', tick: 0, done: [], steps: [] }

/** The plan after an event. */
export function foldPlan(state: PlanState, event: TrialEvent): PlanState {
  switch (event.type) {
    case 'plan':
      return replanned(state, event)
    case 'goal-chosen':
      return hasStep(state, event.goal)
        ? state
        : { ...state, steps: [stepOf(event.goal), ...state.steps] }
    case 'skill-start':
      return event.goal ? withStatus(state, event.goal, 'running', event.t, undefined) : state
    case 'skill-end':
      return event.goal ? ended(state, event.goal, event) : state
    case 'trial-end':
      return event.end === 'success' ? finished(state, event.t) : stopped(state)
    default:
      return state
  }
}

function replanned(state: PlanState, { goals, reason, t }: EventOf<'plan'>): PlanState {
  return { number: state.number + 1, reason, tick: t, done: state.done, steps: goals.map(stepOf) }
}

function ended(state: PlanState, goal: Goal, { failure, t }: EventOf<'skill-end'>): PlanState {
  if (!failure) {
    const step = state.steps.find((one) => isStep(one, goal)) ?? stepOf(goal)
    return {
      ...state,
      done: [...state.done, { ...step, status: 'done', tick: t, reason: null }],
      steps: state.steps.filter((one) => one !== step),
    }
  }
  if (failure.kind === 'interrupted') return state
  return withStatus(state, goal, 'failed', t, `${skillTitle(failure.kind)}: ${failure.detail}`)
}

/** A step that is running when the trial succeeds has reached its own target. */
function finished(state: PlanState, tick: number): PlanState {
  const running = state.steps.filter(({ status }) => status === 'running')
  return {
    ...state,
    done: [...state.done, ...running.map((step) => ({ ...step, status: 'done' as const, tick }))],
    steps: state.steps.filter(({ status }) => status !== 'running'),
  }
}

function stopped(state: PlanState): PlanState {
  const steps = state.steps.map((step) =>
    step.status === 'running' ? { ...step, status: 'waiting' as const } : step,
  )
  return { ...state, steps }
}

function withStatus(
  state: PlanState,
  goal: Goal,
  status: StepStatus,
  tick: number,
  reason: string | undefined,
): PlanState {
  const index = state.steps.findIndex((step) => isStep(step, goal))
  const steps = state.steps.map((step, i) =>
    i === index ? { ...step, status, tick, reason: reason ?? step.reason } : step,
  )
  return { ...state, steps }
}

function hasStep({ steps }: PlanState, goal: Goal): boolean {
  return steps.some((step) => isStep(step, goal))
}

/** Whether a goal is the step's own or one of its alternatives. */
function isStep({ goal: planned }: PlanStep, goal: Goal): boolean {
  return alternativesOf(planned).some((one) => isSameGoal(one, goal))
}

function stepOf(goal: PlannedGoal): PlanStep {
  return { goal, status: 'waiting', tick: null, reason: null }
}
