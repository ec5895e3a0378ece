import { aStar } from './a-star.ts'
import { estimateTicks } from './estimate.ts'
import type { NavigationGoal } from './goal.ts'
import { GridMoves } from './grid-moves.ts'
import type { NavigationView } from './navigation-view.ts'
import type { Navigator } from './navigator.ts'
import type { Position } from './position.ts'
import type { Route } from './route.ts'
import { SearchMemory } from './search-memory.ts'

const BUDGET = 6000

/** Plans routes over {@link GridMoves}, which cost ticks, including the digs that they need. */
export class GridNavigator implements Navigator {
  readonly #memory = new SearchMemory()

  plan(from: Position, goal: NavigationGoal, view: NavigationView, budget = BUDGET): Route {
    return aStar(from, goal, new GridMoves(this.#memory.begin(view, from), from), budget)
  }

  estimate(from: Position, goal: NavigationGoal): number {
    return estimateTicks(from, goal)
  }
}
