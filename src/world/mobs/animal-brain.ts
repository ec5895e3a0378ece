import type { Drops } from '../entities/items.ts'
import type { EntityTracker } from '../entities/tracker.ts'
import type { Level } from '../level.ts'
import { stacksOf } from '../windows/stacks.ts'
import type { WorldTime } from '../world-time.ts'
import type { Brain } from './brain.ts'
import type { Breeding } from './breeding.ts'
import type { Mob } from './mob.ts'
import { mobMetadata } from './mob-metadata.ts'
import type { Steering } from './steering.ts'

/** Chance in a tick that an idle animal strolls: once in 6 s, as in the game. */
const STROLL_CHANCE = 1 / 120
/** Chances in a tick: a shorn sheep grazes, and a hen lays an egg (every 6,000 to 12,000 ticks in the game). */
const GRAZING_CHANCE = 1 / 1000
const EGG_CHANCE = 1 / 9000

interface AnimalBrainNeeds {
  level: Level
  time: WorldTime
  random: () => number
  steering: Steering
  tracker: EntityTracker
  drops: Drops
  breeding: Breeding
}

/** Cows, pigs, sheep and chickens: they stroll, panic after damage, and breed after being fed. */
export class AnimalBrain implements Brain {
  readonly #needs: AnimalBrainNeeds

  constructor(needs: AnimalBrainNeeds) {
    this.#needs = needs
  }

  think(mob: Mob): void {
    const { level, time, random, drops, breeding } = this.#needs
    const frightened = time.tick < mob.panicUntil
    breeding.passTime(mob)
    if (frightened || !breeding.approachPartner(mob)) this.#roam(mob, frightened)
    if (mob.shorn && random() < GRAZING_CHANCE) this.#graze(mob)
    if (mob.kind.name === 'chicken') {
      mob.fallDistance = 0
      if (!mob.baby && random() < EGG_CHANCE) {
        drops.drop(stacksOf(level.registry).make('egg'), mob.position)
      }
    }
  }

  #roam(mob: Mob, frightened: boolean): void {
    const { random, steering } = this.#needs
    if (!mob.goal && (frightened || random() < STROLL_CHANCE)) steering.wander(mob)
    steering.stroll(mob, frightened ? mob.kind.chaseFactor : mob.kind.strollFactor)
  }

  /** Eats the grass block below, which regrows the wool. */
  #graze(mob: Mob): void {
    const { level, tracker } = this.#needs
    const { registry } = level
    const { x, y, z } = mob.position.offset(0, -0.5, 0).floored()
    if (level.name(x, y, z) !== 'grass_block') return
    level.set(x, y, z, registry.blockState('dirt'))
    mob.shorn = false
    mob.metadata = mobMetadata(registry, mob)
    tracker.metadataChanged(mob)
  }
}
