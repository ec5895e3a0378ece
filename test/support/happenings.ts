import type { EventBody, TrialEvent } from '#events/events'
import type { Goal, PlannedGoal } from '#goal/goal'
import { foldEvent, noTrial, type TrialState } from '#watch/page/state/trial-state'
import { sampleLog, sampleSettings } from './sample-events.ts'

/** Three goals for logs and states of the page. */
export const logs: Goal = { skill: 'mine', target: { log: 3 }, using: {}, tool: null }
export const planks: Goal = {
  skill: 'craft',
  target: { planks: 12 },
  using: { log: 3 },
  tool: null,
}
export const meat: Goal = { skill: 'hunt', target: { beef: 1 }, using: {}, tool: null }

/** An event at a tick. */
export type Happening = readonly [tick: number, body: EventBody]

export const plan = (tick: number, ...goals: PlannedGoal[]): Happening => [
  tick,
  { type: 'plan', reason: 'start', goals },
]
export const start = (tick: number, goal: Goal): Happening => [
  tick,
  { type: 'skill-start', skill: goal.skill, goal, budget: 100 },
]
export const end = (tick: number, goal: Goal, kind?: 'not-found' | 'interrupted'): Happening => [
  tick,
  {
    type: 'skill-end',
    skill: goal.skill,
    goal,
    ticks: 1,
    failure: kind ? { kind, detail: 'nowhere' } : null,
    changes: {},
  },
]

/** A log with these events. */
export function log(...happenings: Happening[]): TrialEvent[] {
  return sampleLog(sampleSettings, happenings)
}

/** What the page knows after these events. */
export function stateAfter(...happenings: Happening[]): TrialState {
  return log(...happenings).reduce(foldEvent, noTrial)
}
