import type { WorldDifficulty } from '../world-difficulty.ts'
import type { WorldTime } from '../world-time.ts'
import type { Archery } from './archery.ts'
import type { Brain, Targeting } from './brain.ts'
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
  targeting: Targeting
  steering: Steering
  archery: Archery
  time: WorldTime
  difficulty: WorldDifficulty
}

/** Skeletons: they keep their distance and shoot. */
export class ArcherBrain implements Brain {
  readonly #needs: ArcherBrainNeeds

  constructor(needs: ArcherBrainNeeds) {
    this.#needs = needs
  }

  think(mob: Mob): void {
    const { targeting, steering, archery, time, difficulty } = this.#needs
    const { tick } = time
    const target = targeting.targetOrStroll(mob)
    if (!target) {
      mob.aiming = 0
      return
    }
    const distance = mob.position.distanceTo(target.position)
    const inSight = mob.seenAt === tick || targeting.sees(mob, target)
    if (distance > RANGE || !inSight) {
      mob.aiming = 0
      steering.pursue(mob, target.position, mob.kind.chaseFactor)
      return
    }
    if (distance < TOO_NEAR) {
      const away = mob.position.scaled(2).minus(target.position)
      steering.walk(mob, away, mob.kind.chaseFactor)
    } else mob.halt()
    mob.lookAt(target.eye)
    mob.moved = true
    if (tick <= mob.nextAttack || ++mob.aiming < DRAW_TICKS) return
    mob.aiming = 0
    mob.nextAttack = tick + (difficulty.level === 'hard' ? HARD_PAUSE_TICKS : PAUSE_TICKS)
    archery.shoot(mob, target)
  }
}
