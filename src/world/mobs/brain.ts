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

interface HuntingNeeds {
  level: Level
  players: Players
  time: WorldTime
  random: () => number
  steering: Steering
  light: LightMeter
}

/** What all monsters do: notice players, lose them again, and stroll in between. */
export class Hunting {
  readonly #needs: HuntingNeeds

  constructor(needs: HuntingNeeds) {
    this.#needs = needs
  }

  /** Whom the monster is after, if anybody; strolls otherwise. */
  prey(mob: Mob): Player | undefined {
    const { time, random, steering } = this.#needs
    const { tick } = time
    if ((tick + mob.id) % LOOK_TICKS === 0) this.#look(mob)
    if (mob.prey && !this.#worthwhile(mob, mob.prey)) {
      mob.prey = undefined
      mob.halt()
    }
    if (mob.prey) return mob.prey
    if (!mob.goal && random() < STROLL_CHANCE) steering.wander(mob)
    steering.stroll(mob, mob.kind.stroll)
    return undefined
  }

  sees(mob: Mob, player: Player): boolean {
    return pointsSee(this.#needs.level, mob.eye, player.eye)
  }

  #look(mob: Mob): void {
    const { tick } = this.#needs.time
    if (mob.prey && this.sees(mob, mob.prey)) mob.seenAt = tick
    if (mob.prey) return
    let nearest = mob.kind.sight
    for (const player of this.#needs.players) {
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
    const { tick, ofDay } = this.#needs.time
    if (mob.kind.name !== 'spider' || tick < mob.angryUntil) return true
    if (FULL_LIGHT - skyDarkening(ofDay) < DAYLIGHT) return true
    const { x, y, z } = mob.position.floored()
    const { sky, block } = this.#needs.light.at(x, y, z)
    return Math.max(sky - skyDarkening(ofDay), block) < DAYLIGHT
  }

  #worthwhile(mob: Mob, player: Player): boolean {
    const { players, time } = this.#needs
    if (!players.has(player) || player.vitals.dead) return false
    if (time.tick - mob.seenAt > MEMORY_TICKS) return false
    return player.position.distanceTo(mob.position) <= mob.kind.sight
  }
}
