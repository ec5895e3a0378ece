import type { Step } from './route.ts'

/**
 * Why a step of a route could not be taken; `changed`: there is something else than the route was planned with, which is
 * known by now.
 */
export type StepFailure = 'blocked' | 'changed' | 'off-route' | 'unsafe'

/** Where and why a route could not be followed to its end. */
export interface RouteFailure {
  readonly failure: StepFailure
  readonly step: Step
}
