import type { Step } from './route.ts'

/** Why a step of a route could not be taken. */
export type StepFailure = 'blocked' | 'off-route' | 'unsafe'

/** Where and why a route could not be followed to its end. */
export interface RouteFailure {
  readonly failure: StepFailure
  readonly step: Step
}
