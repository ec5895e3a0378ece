import type { Archery } from './archery.ts'
import type { Brain, Hunting } from './brain.ts'
import type { Mob } from './mob.ts'

const RANGE = 15
/** Nearer than this an archer steps back (blocks). */
const TOO_NEAR = 4
/** Drawing the bow, and the pause until the next arrow, short on hard difficulty (ticks). */
const DRAW_TICKS = 20
const PAUSE_TICKS = 40
const HARD_PAUSE_TICKS = 20

/** Skeletons: keep their distance and shoot. */
export class ArcherBrain implements Brain {
  readonly #hunting: Hunting
  readonly #archery: Archery

  constructor(hunting: Hunting, archery: Archery) {
    this.#hunting = hunting
    this.#archery = archery
  }

  think(mob: Mob): void {
    const { game, steering } = this.#hunting
    const prey = this.#hunting.prey(mob)
    if (!prey) {
      mob.aiming = 0
      return
    }
    const distance = mob.position.distanceTo(prey.position)
    const inSight = mob.seenAt === game.time.tick || this.#hunting.sees(mob, prey)
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
    mob.aiming++
    if (mob.aiming < DRAW_TICKS || game.time.tick < mob.nextStrike) return
    mob.aiming = 0
    mob.nextStrike = game.time.tick + (game.difficulty === 'hard' ? HARD_PAUSE_TICKS : PAUSE_TICKS)
    this.#archery.shoot(mob, prey)
  }
}
