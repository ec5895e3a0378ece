import { EventEmitter } from 'node:events'
import seedrandom from 'seedrandom'
import type { Difficulty } from '../knowledge/difficulty.ts'
import type { Registry } from '../knowledge/registry.ts'
import type { ItemEntities } from './entities/items.ts'
import type { EntityTracker } from './entities/tracker.ts'
import type { Level } from './level.ts'
import type { Mobs } from './mobs/mobs.ts'
import type { Player } from './player.ts'
import type { SquidServer } from './squid.ts'
import type { Survival } from './survival/survival.ts'

/** Length of a day in ticks. */
export const DAY_TICKS = 24_000

interface GameEvents {
  /** A player is in the world and may act. */
  join: [Player]
  leave: [Player]
  /** A player died; its inventory still is what it carried. */
  death: [Player]
  respawn: [Player]
}

/** Answers a right click on a block; true when it used the click up. */
export type Interaction = (player: Player, x: number, y: number, z: number) => boolean

/**
 * The practice world while it runs: blocks, players, entities, time. Each rule of survival is a
 * *system*, a function of this that registers what it does on ticks, events and players' packets.
 */
export class Game extends EventEmitter<GameEvents> {
  readonly registry: Registry
  readonly level: Level
  readonly difficulty: Difficulty
  readonly seed: number
  /** Seeded; the only source of chance for the rules. */
  readonly random: () => number
  readonly players = new Set<Player>()
  readonly interactions = new Map<string, Interaction>()
  readonly squid: SquidServer
  /** Ticks since the world started. */
  tick = 0
  /** Ticks since sunrise, below {@link DAY_TICKS}. */
  timeOfDay = 0
  declare tracker: EntityTracker
  declare items: ItemEntities
  declare survival: Survival
  declare mobs: Mobs
  readonly #systems: (() => void)[] = []

  constructor(options: {
    registry: Registry
    level: Level
    difficulty: Difficulty
    seed: number
    squid: SquidServer
  }) {
    super()
    this.setMaxListeners(0)
    this.registry = options.registry
    this.level = options.level
    this.difficulty = options.difficulty
    this.seed = options.seed
    this.random = seedrandom(`rules-${options.seed}`)
    this.squid = options.squid
  }

  /** Runs `work` every tick, in the order of registration. */
  everyTick(work: () => void): void {
    this.#systems.push(work)
  }

  /** Numbers for entities, players among them, are handed out by flying-squid's counter. */
  nextEntityId(): number {
    const squid = this.squid as unknown as { entityMaxId: number }
    squid.entityMaxId++
    return squid.entityMaxId
  }

  /** One tick (50 ms) of the world. */
  step(): void {
    this.tick++
    this.timeOfDay = (this.timeOfDay + 1) % DAY_TICKS
    for (const system of this.#systems) system()
  }
}
