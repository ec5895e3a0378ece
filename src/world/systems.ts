import { createItemEntities } from './entities/items.ts'
import { createTracker } from './entities/tracker.ts'
import type { Game } from './game.ts'
import { installMobs } from './mobs/mobs.ts'
import { installBuckets } from './rules/buckets.ts'
import { installLeafDecay } from './rules/decay.ts'
import { installDigging } from './rules/digging.ts'
import { installDoors } from './rules/doors.ts'
import { installFalling } from './rules/falling.ts'
import { installFluids } from './rules/fluids.ts'
import { installLook } from './rules/look.ts'
import { installPlacing } from './rules/placing.ts'
import { installSupport } from './rules/support.ts'
import { installSurvival } from './survival/survival.ts'
import type { Terrain } from './terrain/terrain.ts'
import { installWindows } from './windows/windows.ts'

/** Puts every rule of survival into a new world, in the order in which they act within a tick. */
export function installSystems(game: Game, terrain: Terrain): void {
  game.tracker = createTracker(game, () => ++game.squid.entityMaxId)
  game.items = createItemEntities(game)
  installWindows(game)
  installLook(game)
  installDigging(game)
  installPlacing(game)
  installBuckets(game)
  installDoors(game)
  installFalling(game)
  installFluids(game)
  installSupport(game)
  installLeafDecay(game)
  installSurvival(game, terrain)
  installMobs(game, terrain)
  // What moved in this tick is sent when all rules have acted.
  game.time.everyTick(() => game.tracker.flush())
}
