import type { Difficulty } from '#knowledge/difficulty'
import type { WorldTime } from '../world-time.ts'
import type { Brain, Hunting } from './brain.ts'
import { scaledDamage } from './difficulty.ts'
import { roll } from './loot.ts'
import type { Mob } from './mob.ts'

/** Pause between two hops (ticks), divided by the last number while the slime has a target. */
const SHORTEST_PAUSE = 10
const LONGEST_PAUSE = 29
const HASTE = 3
const HOP = 0.42
/** Distance from the target's feet at which a slime deals damage, for each step of its size (blocks). */
const TOUCH = 0.6

/** Slimes: they hop, and damage players on contact. */
export class SlimeBrain implements Brain {
  readonly #hunting: Hunting
  readonly #time: WorldTime
  readonly #difficulty: Difficulty
  readonly #random: () => number

  constructor(
    hunting: Hunting,
    { time, difficulty, random }: { time: WorldTime; difficulty: Difficulty; random: () => number },
  ) {
    this.#hunting = hunting
    this.#time = time
    this.#difficulty = difficulty
    this.#random = random
  }

  think(mob: Mob): void {
    const { tick } = this.#time
    const prey = this.#hunting.target(mob)
    if (prey && mob.strike > 0) {
      const touches = mob.position.distanceTo(prey.position) < TOUCH * mob.size
      if (touches && this.#hunting.sees(mob, prey))
        prey.vitals.hurt(scaledDamage(mob.strike, this.#difficulty), 'mob', mob.position)
    }
    if (!mob.onGround || tick < mob.nextHop) return
    const pause = roll(this.#random, SHORTEST_PAUSE, LONGEST_PAUSE)
    mob.nextHop = tick + (prey ? Math.floor(pause / HASTE) : pause)
    const angle = this.#random() * 2 * Math.PI
    const dx = prey ? prey.position.x - mob.position.x : Math.cos(angle)
    const dz = prey ? prey.position.z - mob.position.z : Math.sin(angle)
    mob.head(dx, dz, 0)
    mob.motion.x = mob.headingX * mob.speed
    mob.motion.z = mob.headingZ * mob.speed
    mob.motion.y = HOP
  }
}
