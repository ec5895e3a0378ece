import { ItemEntities } from './entities/items.ts'
import { EntityTracker } from './entities/tracker.ts'
import type { Game } from './game.ts'
import { installMobs } from './mobs/mobs.ts'
import { BlockBreaker } from './rules/breaking.ts'
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
  const { registry, level, players, time, interactions, random } = game
  const tracker = new EntityTracker(registry, players, time, () => ++game.squid.entityMaxId)
  const items = new ItemEntities({ level, players, time, tracker, random })
  const breaker = new BlockBreaker(level, items, random)
  game.tracker = tracker
  game.items = items
  installWindows(game)
  installLook(players)
  installDigging(level, players, time, breaker)
  installPlacing(level, players, interactions, tracker)
  installBuckets(level, players, items, breaker)
  installDoors(level, interactions)
  installFalling(level, time, tracker, breaker)
  installFluids(level, time, breaker)
  installSupport(level, time, breaker)
  installLeafDecay(level, time, random, breaker)
  installSurvival(game, terrain)
  installMobs(game, terrain)
  // What moved in this tick is sent when all rules have acted.
  game.time.everyTick(() => game.tracker.flush())
}
