import type { Player } from '../player.ts'
import type { WorldDifficulty } from '../world-difficulty.ts'
import type { Mob } from './mob.ts'
import { scaledDamage } from './mob-damage.ts'
import { gaussian, type Projectiles } from './projectiles.ts'
import { flatDistance } from './steering.ts'

/** Initial speed of an arrow (blocks a tick). */
const SPEED = 1.6
/** Archers aim at a third of the target's height, raised by this share of the distance to offset gravity. */
const AIM_HEIGHT = 1 / 3
const LOFT = 0.2
/** Inaccuracy of a shot: a unit, and its factor by difficulty. */
const SPREAD = 0.0075
const SPREAD_STEPS = { peaceful: 14, easy: 10, normal: 6, hard: 2 } as const
const DIFFICULTY_BONUS = { peaceful: 0, easy: 0.11, normal: 0.22, hard: 0.33 } as const
const BASE_DAMAGE = 2
const DAMAGE_SPREAD = 0.25

/** How skeletons shoot arrows. */
export class Archery {
  readonly #projectiles: Projectiles
  readonly #difficulty: WorldDifficulty
  readonly #random: () => number

  constructor(projectiles: Projectiles, difficulty: WorldDifficulty, random: () => number) {
    this.#projectiles = projectiles
    this.#difficulty = difficulty
    this.#random = random
  }

  shoot(mob: Mob, target: Player): void {
    const difficulty = this.#difficulty.level
    const from = mob.eye.offset(0, -0.1, 0)
    const origin = mob.position.clone()
    const aim = target.position.offset(0, target.height * AIM_HEIGHT, 0)
    const loft = flatDistance(aim, from) * LOFT
    const strength =
      BASE_DAMAGE + DIFFICULTY_BONUS[difficulty] + gaussian(this.#random) * DAMAGE_SPREAD
    this.#projectiles.launch(mob, {
      type: 'arrow',
      from,
      direction: aim.offset(0, loft, 0).minus(from),
      speed: SPEED,
      spread: SPREAD * SPREAD_STEPS[difficulty],
      impact: (_, speed, player) => {
        const damage = Math.ceil(Math.max(0, speed * strength))
        player?.vitals.hurt(scaledDamage(damage, difficulty), 'arrow', origin, mob)
      },
    })
  }
}
