import type { NavigationGoal } from './goal.ts'
import type { NavigationView } from './navigation-view.ts'
import type { Position } from './position.ts'
import type { Route } from './route.ts'

/** Plans routes through air, water and rock. */
export interface Navigator {
  /**
   * Finds the quickest route to a goal, digging and building included. If it finds none, the route leads to the position
   * nearest to the goal.
   * @param budget most positions that the search expands.
   */
  plan(from: Position, goal: NavigationGoal, view: NavigationView, budget?: number): Route
  /** Estimates the time to a goal (ticks) without a search. */
  estimate(from: Position, goal: NavigationGoal): number
}
