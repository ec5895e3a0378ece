import type { Level } from '../level.ts'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'
import type { WorldTime } from '../world-time.ts'
import { type LightMeter, skyDarkening } from './light.ts'
import type { Mob } from './mob.ts'
import { pointsSee } from './sight.ts'
import type { Steering } from './steering.ts'

/** Decides, once a tick, what a mob does. */
export interface Brain {
  think(mob: Mob): void
}

/** How often monsters look for prey (ticks), and for how long they remember one out of sight. */
const LOOK_TICKS = 10
const MEMORY_TICKS = 60
/** A monster with nothing to do starts to stroll once in so many ticks. */
const STROLL_CHANCE = 1 / 120
/** Sky light less darkening at which spiders turn peaceful. */
const DAYLIGHT = 8
const FULL_LIGHT = 15

/** What all monsters do: notice players, lose them again, and stroll in between. */
export class Hunting {
  readonly #level: Level
  readonly #players: Players
  readonly #time: WorldTime
  readonly #random: () => number
  readonly #steering: Steering
  readonly #light: LightMeter

  constructor(needs: {
    level: Level
    players: Players
    time: WorldTime
    random: () => number
    steering: Steering
    light: LightMeter
  }) {
    this.#level = needs.level
    this.#players = needs.players
    this.#time = needs.time
    this.#random = needs.random
    this.#steering = needs.steering
    this.#light = needs.light
  }

  /** Whom the monster is after, if anybody; strolls otherwise. */
  prey(mob: Mob): Player | undefined {
    const { tick } = this.#time
    if ((tick + mob.id) % LOOK_TICKS === 0) this.#look(mob)
    if (mob.prey && !this.#worthwhile(mob, mob.prey)) {
      mob.prey = undefined
      mob.halt()
    }
    if (mob.prey) return mob.prey
    if (!mob.goal && this.#random() < STROLL_CHANCE) this.#steering.wander(mob)
    this.#steering.stroll(mob, mob.kind.stroll)
    return undefined
  }

  sees(mob: Mob, player: Player): boolean {
    return pointsSee(this.#level, mob.eye, player.eye)
  }

  #look(mob: Mob): void {
    const { tick } = this.#time
    if (mob.prey && this.sees(mob, mob.prey)) mob.seenAt = tick
    if (mob.prey) return
    let nearest = mob.kind.sight
    for (const player of this.#players) {
      const distance = player.position.distanceTo(mob.position)
      if (distance > nearest || player.vitals.dead) continue
      if (!this.#eager(mob) || !this.sees(mob, player)) continue
      nearest = distance
      mob.prey = player
      mob.seenAt = tick
    }
  }

  /** Spiders leave people alone in daylight unless they were hit. */
  #eager(mob: Mob): boolean {
    const { tick, ofDay } = this.#time
    if (mob.kind.name !== 'spider' || tick < mob.angryUntil) return true
    if (FULL_LIGHT - skyDarkening(ofDay) < DAYLIGHT) return true
    const { x, y, z } = mob.position.floored()
    const { sky, block } = this.#light.at(x, y, z)
    return Math.max(sky - skyDarkening(ofDay), block) < DAYLIGHT
  }

  #worthwhile(mob: Mob, player: Player): boolean {
    if (!this.#players.has(player) || player.vitals.dead) return false
    if (this.#time.tick - mob.seenAt > MEMORY_TICKS) return false
    return player.position.distanceTo(mob.position) <= mob.kind.sight
  }
}
