import { createItemEntities } from './entities/items.ts'
import { createTracker } from './entities/tracker.ts'
import type { Game } from './game.ts'
import type { Terrain } from './terrain/terrain.ts'

/** Puts every rule of survival into a new world, in the order in which they act within a tick. */
export function installSystems(game: Game, _terrain: Terrain): void {
  game.tracker = createTracker(game)
  game.items = createItemEntities(game)
}
