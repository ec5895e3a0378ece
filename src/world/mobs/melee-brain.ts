import type { Difficulty } from '../../knowledge/difficulty.ts'
import type { EntityTracker } from '../entities/tracker.ts'
import type { WorldTime } from '../world-time.ts'
import type { Brain, Hunting } from './brain.ts'
import { scaledDamage } from './difficulty.ts'
import type { Mob } from './mob.ts'
import { flatDistance, type Steering } from './steering.ts'

const STRIKE_TICKS = 20
/** Spiders leap at prey between these distances (blocks), once in five chances. */
const LEAP_NEAR = 2
const LEAP_FAR = 4
const LEAP_CHANCE = 0.2
const LEAP_SPEED = 0.4
const PREY_WIDTH = 0.6

/** Zombies and spiders: run at their prey and strike. */
export class MeleeBrain implements Brain {
  readonly #hunting: Hunting
  readonly #steering: Steering
  readonly #time: WorldTime
  readonly #tracker: EntityTracker
  readonly #difficulty: Difficulty
  readonly #random: () => number

  constructor(needs: {
    hunting: Hunting
    steering: Steering
    time: WorldTime
    tracker: EntityTracker
    difficulty: Difficulty
    random: () => number
  }) {
    this.#hunting = needs.hunting
    this.#steering = needs.steering
    this.#time = needs.time
    this.#tracker = needs.tracker
    this.#difficulty = needs.difficulty
    this.#random = needs.random
  }

  think(mob: Mob): void {
    const { tick } = this.#time
    const prey = this.#hunting.prey(mob)
    if (!prey) return
    this.#steering.pursue(mob, prey.position, mob.kind.hurry)
    const distance = flatDistance(mob.position, prey.position)
    const leaps =
      mob.kind.name === 'spider' && mob.onGround && distance > LEAP_NEAR && distance < LEAP_FAR
    if (leaps && this.#random() < LEAP_CHANCE) {
      mob.motion.x += mob.headingX * LEAP_SPEED
      mob.motion.z += mob.headingZ * LEAP_SPEED
      mob.motion.y = LEAP_SPEED
    }
    const reach = Math.sqrt((mob.width * 2) ** 2 + PREY_WIDTH)
    const near = mob.position.distanceTo(prey.position) <= reach
    if (!near || tick < mob.nextStrike || !this.#hunting.sees(mob, prey)) return
    mob.nextStrike = tick + STRIKE_TICKS
    this.#tracker.broadcast(mob, 'animation', { entityId: mob.id, animation: 0 })
    prey.vitals.hurt(scaledDamage(mob.kind.strike, this.#difficulty), 'mob', mob.position)
  }
}
