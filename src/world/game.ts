import seedrandom from 'seedrandom'
import type { Difficulty } from '../knowledge/difficulty.ts'
import type { Registry } from '../knowledge/registry.ts'
import type { ItemEntities } from './entities/items.ts'
import type { EntityTracker } from './entities/tracker.ts'
import type { Level } from './level.ts'
import type { Mobs } from './mobs/mobs.ts'
import { Players } from './players.ts'
import { Interactions } from './rules/interactions.ts'
import type { SquidServer } from './squid.ts'
import type { Survival } from './survival/survival.ts'
import { WorldTime } from './world-time.ts'

/**
 * The practice world while it runs: blocks, players, entities, time. Each rule of survival is a
 * *system*, a function of this that registers what it does on ticks, events and players' packets.
 */
export class Game {
  readonly registry: Registry
  readonly level: Level
  readonly difficulty: Difficulty
  readonly seed: number
  /** Seeded; the only source of chance for the rules. */
  readonly random: () => number
  readonly players = new Players()
  readonly interactions = new Interactions()
  readonly time = new WorldTime()
  readonly squid: SquidServer
  declare tracker: EntityTracker
  declare items: ItemEntities
  declare survival: Survival
  declare mobs: Mobs

  constructor(options: {
    registry: Registry
    level: Level
    difficulty: Difficulty
    seed: number
    squid: SquidServer
  }) {
    this.registry = options.registry
    this.level = options.level
    this.difficulty = options.difficulty
    this.seed = options.seed
    this.random = seedrandom(`rules-${options.seed}`)
    this.squid = options.squid
  }
}
