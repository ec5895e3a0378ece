import type { Step } from './route.ts'

/**
 * Why a step of a route failed. `changed` means that the blocks differ from those of route planning, and the agent has seen
 * the new ones.
 */
export type StepFailure = 'blocked' | 'changed' | 'off-route' | 'unsafe'

/** Where and why a route failed. */
export interface RouteFailure {
  readonly failure: StepFailure
  readonly step: Step
}
