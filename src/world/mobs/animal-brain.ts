import type { Drops } from '../entities/items.ts'
import type { EntityTracker } from '../entities/tracker.ts'
import type { Level } from '../level.ts'
import { stacksOf } from '../windows/stacks.ts'
import type { WorldTime } from '../world-time.ts'
import type { Brain } from './brain.ts'
import type { Mob } from './mob.ts'
import { dress } from './sheep.ts'
import type { Steering } from './steering.ts'

const STROLL_CHANCE = 1 / 120
/** Chances in a tick: a shorn sheep grazes once in a while, a hen lays once in 6,000 to 12,000 ticks. */
const GRAZING_CHANCE = 1 / 1000
const EGG_CHANCE = 1 / 9000

/** Cows, pigs, sheep and chickens: stroll about, and run from who hurt them. */
export class AnimalBrain implements Brain {
  readonly #level: Level
  readonly #time: WorldTime
  readonly #random: () => number
  readonly #steering: Steering
  readonly #tracker: EntityTracker
  readonly #drops: Drops

  constructor(needs: {
    level: Level
    time: WorldTime
    random: () => number
    steering: Steering
    tracker: EntityTracker
    drops: Drops
  }) {
    this.#level = needs.level
    this.#time = needs.time
    this.#random = needs.random
    this.#steering = needs.steering
    this.#tracker = needs.tracker
    this.#drops = needs.drops
  }

  think(mob: Mob): void {
    const random = this.#random
    const frightened = this.#time.tick < mob.panicUntil
    if (!mob.goal && (frightened || random() < STROLL_CHANCE)) this.#steering.wander(mob)
    this.#steering.stroll(mob, frightened ? mob.kind.hurry : mob.kind.stroll)
    if (mob.shorn && random() < GRAZING_CHANCE) this.#graze(mob)
    if (mob.kind.name === 'chicken') {
      mob.fallen = 0
      if (random() < EGG_CHANCE) {
        this.#drops.drop(stacksOf(this.#level.registry).make('egg'), mob.position)
      }
    }
  }

  /** Eats the grass it stands on, by which its wool grows again. */
  #graze(mob: Mob): void {
    const level = this.#level
    const { registry } = level
    const { x, y, z } = mob.position.offset(0, -0.5, 0).floored()
    if (level.name(x, y, z) !== 'grass_block') return
    level.set(x, y, z, registry.blockState('dirt'))
    mob.shorn = false
    dress(registry, mob)
    this.#tracker.metadataChanged(mob)
  }
}
