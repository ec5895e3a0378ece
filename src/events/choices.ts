import type { Goal } from '#goal/goal'
import { isSameGoal } from '#goal/same-goal'
import type { EventOf, TrialEvent } from './events.ts'

/** The candidates of one decision of the selector, the chosen one first. */
export interface Choice {
  readonly tick: number
  readonly goal: Goal
  readonly candidates: EventOf<'goal-chosen'>['candidates']
}

/** The outcome of a choice. */
export interface ChoiceOutcome {
  readonly choice: Choice
  /** Game ticks from the choice until its goal was reached or given up. */
  readonly ticks: number
  readonly isReached: boolean
}

export interface ChoiceState {
  readonly choice: Choice | null
  /** The outcome of the last choice whose goal was reached or given up. */
  readonly outcome: ChoiceOutcome | null
}

export const noChoice: ChoiceState = { choice: null, outcome: null }

/** The state after an event. */
export function foldChoice(state: ChoiceState, event: TrialEvent): ChoiceState {
  switch (event.type) {
    case 'goal-chosen': {
      const { t: tick, goal, candidates } = event
      return { ...ended(state, tick, false), choice: { tick, goal, candidates } }
    }
    case 'skill-end': {
      const isDone = state.choice && event.goal && isSameGoal(event.goal, state.choice.goal)
      return isDone && !event.failure ? ended(state, event.t, true) : state
    }
    case 'trial-end':
      return event.end === 'success' ? ended(state, event.t, true) : state
    default:
      return state
  }
}

/** Only the first end of a choice counts. */
function ended(state: ChoiceState, tick: number, isReached: boolean): ChoiceState {
  const { choice, outcome } = state
  if (!choice || outcome?.choice === choice) return state
  return { choice, outcome: { choice, ticks: tick - choice.tick, isReached } }
}
