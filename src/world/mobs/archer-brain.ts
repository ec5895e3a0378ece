import type { Difficulty } from '#knowledge/difficulty'
import type { WorldTime } from '../world-time.ts'
import type { Archery } from './archery.ts'
import type { Brain, Hunting } from './brain.ts'
import type { Mob } from './mob.ts'
import type { Steering } from './steering.ts'

/** Distance within which an archer shoots (blocks). */
const RANGE = 15
/** An archer backs away from a target within this distance (blocks). */
const TOO_NEAR = 4
/** Time to draw the bow, and the pause before it, shorter on hard (ticks). */
const DRAW_TICKS = 20
const PAUSE_TICKS = 40
const HARD_PAUSE_TICKS = 20

interface ArcherBrainNeeds {
  hunting: Hunting
  steering: Steering
  archery: Archery
  time: WorldTime
  difficulty: Difficulty
}

/** Skeletons: they keep their distance and shoot. */
export class ArcherBrain implements Brain {
  readonly #needs: ArcherBrainNeeds
  readonly #pauseTicks: number

  constructor(needs: ArcherBrainNeeds) {
    this.#needs = needs
    this.#pauseTicks = needs.difficulty === 'hard' ? HARD_PAUSE_TICKS : PAUSE_TICKS
  }

  think(mob: Mob): void {
    const { hunting, steering, archery, time } = this.#needs
    const { tick } = time
    const prey = hunting.prey(mob)
    if (!prey) {
      mob.aiming = 0
      return
    }
    const distance = mob.position.distanceTo(prey.position)
    const inSight = mob.seenAt === tick || hunting.sees(mob, prey)
    if (distance > RANGE || !inSight) {
      mob.aiming = 0
      steering.pursue(mob, prey.position, mob.kind.hurry)
      return
    }
    if (distance < TOO_NEAR) {
      const away = mob.position.scaled(2).minus(prey.position)
      steering.walk(mob, away, mob.kind.hurry)
    } else mob.halt()
    mob.lookAt(prey.eye)
    mob.moved = true
    if (tick <= mob.nextStrike || ++mob.aiming < DRAW_TICKS) return
    mob.aiming = 0
    mob.nextStrike = tick + this.#pauseTicks
    archery.shoot(mob, prey)
  }
}
