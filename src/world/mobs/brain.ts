import type { Registry } from '#knowledge/registry'
import { traitsOf } from '../block-traits.ts'
import type { Level } from '../level.ts'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'
import { pointsSee } from '../rules/reach.ts'
import type { Sky } from '../weather/sky.ts'
import type { WorldTime } from '../world-time.ts'
import type { LightMeter } from './light.ts'
import type { Mob } from './mob.ts'
import type { Steering } from './steering.ts'

/** Whether a player wears a piece of golden armour, which calms piglins. */
function wearsGold(registry: Registry, { inventory }: Player): boolean {
  return inventory.worn.some((item) => GOLDEN_ARMOUR.test(registry.itemName(item)))
}

/** Decides in each tick what a mob does. */
export interface Brain {
  think(mob: Mob): void
}

/** How often monsters look for targets, and how long they remember one they cannot see (ticks). */
const LOOK_TICKS = 10
const MEMORY_TICKS = 60
/** Chance in a tick that an idle monster strolls, while a player was near in the last 5 s. */
const STROLL_CHANCE = 1 / 120
const IDLE_TICKS = 100
/** Spiders are neutral above this light level. */
const SPIDER_LIGHT = 11
const GOLDEN_ARMOUR = /^golden_(?:helmet|chestplate|leggings|boots)$/

interface TargetingNeeds {
  level: Level
  players: Players
  time: WorldTime
  random: () => number
  steering: Steering
  light: LightMeter
  sky: Sky
}

/** Targeting, shared by all monsters: they notice players, lose them, and stroll otherwise. */
export class Targeting {
  readonly #needs: TargetingNeeds

  constructor(needs: TargetingNeeds) {
    this.#needs = needs
  }

  /** The player that the monster attacks, if any; the monster strolls otherwise. */
  targetOrStroll(mob: Mob): Player | undefined {
    const { random, steering } = this.#needs
    const target = this.target(mob)
    if (target) return target
    if (!mob.goal && mob.idle < IDLE_TICKS && random() < STROLL_CHANCE) steering.wander(mob)
    steering.stroll(mob, mob.kind.strollFactor)
    return undefined
  }

  /** The player that the monster attacks, if any. */
  target(mob: Mob): Player | undefined {
    const { tick } = this.#needs.time
    if ((tick + mob.id) % LOOK_TICKS === 0) this.#look(mob)
    if (mob.target && !this.#worthwhile(mob, mob.target)) {
      mob.target = undefined
      mob.halt()
    }
    return mob.target
  }

  sees(mob: Mob, player: Player): boolean {
    return pointsSee(this.#needs.level, mob.eye, player.eye)
  }

  #look(mob: Mob): void {
    const { tick } = this.#needs.time
    if (mob.target && this.sees(mob, mob.target)) mob.seenAt = tick
    if (mob.target) return
    let nearest = mob.kind.followRange
    for (const player of this.#needs.players) {
      const distance = player.position.distanceTo(mob.position)
      if (distance > nearest || player.vitals.dead) continue
      if (!this.#eager(mob, player) || !this.sees(mob, player)) continue
      nearest = distance
      mob.target = player
      mob.seenAt = tick
    }
  }

  /** A provoked monster attacks; otherwise spiders are neutral in the light, and drowned by day on land. */
  #eager(mob: Mob, player: Player): boolean {
    const { level, light, time, sky } = this.#needs
    if (time.tick < mob.angryUntil) return true
    if (mob.kind.neutral) return false
    const { x, y, z } = mob.position.floored()
    switch (mob.kind.name) {
      case 'piglin':
        return !wearsGold(level.registry, player)
      case 'spider':
      case 'cave_spider': {
        return light.isDark(x, y, z, SPIDER_LIGHT + sky.darkening, SPIDER_LIGHT)
      }
      case 'drowned': {
        const feet = player.position.floored()
        const water = traitsOf(level.registry)(level.state(feet.x, feet.y, feet.z)).water
        return !sky.isDay || water > 0
      }
      default:
        return true
    }
  }

  #worthwhile(mob: Mob, player: Player): boolean {
    const { players, time } = this.#needs
    if (!players.has(player) || player.vitals.dead) return false
    if (time.tick - mob.seenAt > MEMORY_TICKS) return false
    return player.position.distanceTo(mob.position) <= mob.kind.followRange
  }
}
