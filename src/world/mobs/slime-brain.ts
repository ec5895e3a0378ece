import type { WorldDifficulty } from '../world-difficulty.ts'
import type { WorldTime } from '../world-time.ts'
import type { Brain, Targeting } from './brain.ts'
import { roll } from './loot.ts'
import type { Mob } from './mob.ts'
import { scaledDamage } from './mob-damage.ts'

/** Pause between two hops (ticks), divided by the last number while the slime has a target. */
const MIN_PAUSE = 10
const MAX_PAUSE = 29
const TARGET_DIVISOR = 3
const HOP = 0.42
/** Magma cubes pause longer by this factor, and hop higher with each step of their size. */
const MAGMA_PAUSE = 4
const MAGMA_HOP = 0.1
/** Distance from the target's feet at which a slime deals damage, for each step of its size (blocks). */
const CONTACT_DISTANCE = 0.6

/** Slimes and magma cubes: they hop, and damage players on contact. */
export class SlimeBrain implements Brain {
  readonly #targeting: Targeting
  readonly #time: WorldTime
  readonly #difficulty: WorldDifficulty
  readonly #random: () => number

  constructor(
    targeting: Targeting,
    {
      time,
      difficulty,
      random,
    }: { time: WorldTime; difficulty: WorldDifficulty; random: () => number },
  ) {
    this.#targeting = targeting
    this.#time = time
    this.#difficulty = difficulty
    this.#random = random
  }

  think(mob: Mob): void {
    const { tick } = this.#time
    const target = this.#targeting.target(mob)
    if (target && mob.attackDamage > 0) {
      const touches = mob.position.distanceTo(target.position) < CONTACT_DISTANCE * mob.size
      if (touches && this.#targeting.sees(mob, target))
        target.vitals.hurt(
          scaledDamage(mob.attackDamage, this.#difficulty.level),
          'mob',
          mob.position,
          mob,
        )
    }
    if (!mob.onGround || tick < mob.nextHop) return
    const isMagma = mob.kind.name === 'magma_cube'
    const pause = roll(this.#random, MIN_PAUSE, MAX_PAUSE) * (isMagma ? MAGMA_PAUSE : 1)
    mob.nextHop = tick + (target ? Math.floor(pause / TARGET_DIVISOR) : pause)
    const angle = this.#random() * 2 * Math.PI
    const dx = target ? target.position.x - mob.position.x : Math.cos(angle)
    const dz = target ? target.position.z - mob.position.z : Math.sin(angle)
    mob.head(dx, dz, 0)
    mob.motion.x = mob.headingX * mob.speed
    mob.motion.z = mob.headingZ * mob.speed
    mob.motion.y = HOP + (isMagma ? mob.size * MAGMA_HOP : 0)
  }
}
