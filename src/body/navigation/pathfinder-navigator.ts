import { perVersion } from '#knowledge/per-version'
import { aStar } from './a-star.ts'
import { estimateTicks } from './estimate.ts'
import type { NavigationGoal } from './goal.ts'
import type { NavigationView } from './navigation-view.ts'
import type { Navigator } from './navigator.ts'
import { PathfinderMoves } from './pathfinder-moves.ts'
import type { Position } from './position.ts'
import type { Route } from './route.ts'

const BUDGET = 6000

/**
 * Plans routes over mineflayer-pathfinder's moves, with Delver's A*. The library's own search expands nodes out of order
 * (`lib/heap.js`) and is bounded by the wall clock.
 */
export class PathfinderNavigator implements Navigator {
  plan(from: Position, goal: NavigationGoal, view: NavigationView, budget = BUDGET): Route {
    return aStar(from, goal, movesOf(view.registry).begin(view, from), budget)
  }

  estimate(from: Position, goal: NavigationGoal): number {
    return estimateTicks(from, goal)
  }
}

const movesOf = perVersion((registry) => new PathfinderMoves(registry))
