import type { NavigationGoal } from './goal.ts'
import type { NavigationView } from './navigation-view.ts'
import type { Position } from './position.ts'
import type { Route } from './route.ts'

/** Names of the navigators, as they are chosen on the command line. */
export const NAVIGATORS = ['grid', 'pathfinder'] as const
export type NavigatorName = (typeof NAVIGATORS)[number]

/** Plans routes for the feet through air, water and rock. */
export interface Navigator {
  readonly name: NavigatorName
  /**
   * The quickest way that is found to a goal, digging and building included; if there is none, the
   * one that comes nearest.
   * @param budget most places to look at.
   */
  plan(from: Position, goal: NavigationGoal, view: NavigationView, budget?: number): Route
  /** About how long the way to a goal takes (ticks), without a search. */
  estimate(from: Position, goal: NavigationGoal): number
}
