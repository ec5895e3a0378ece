import type { Brain, Targeting } from './brain.ts'
import type { Mob } from './mob.ts'
import type { Steering } from './steering.ts'

/** The fuse starts within the first distance and stops beyond the second (blocks); its length (ticks). */
const LIGHT_WITHIN = 3
const PUT_OUT_BEYOND = 7
const FUSE_TICKS = 30

/** Creepers: they approach, swell and explode. */
export class CreeperBrain implements Brain {
  readonly #targeting: Targeting
  readonly #steering: Steering
  readonly #explode: (mob: Mob) => void

  constructor(targeting: Targeting, steering: Steering, explode: (mob: Mob) => void) {
    this.#targeting = targeting
    this.#steering = steering
    this.#explode = explode
  }

  think(mob: Mob): void {
    const target = this.#targeting.targetOrStroll(mob)
    const distance = target ? mob.position.distanceTo(target.position) : Number.POSITIVE_INFINITY
    const lit = mob.fuse > 0 ? distance <= PUT_OUT_BEYOND : distance <= LIGHT_WITHIN
    const hissing = target !== undefined && lit && this.#targeting.sees(mob, target)
    mob.fuse = hissing ? mob.fuse + 1 : Math.max(0, mob.fuse - 1)
    if (mob.fuse >= FUSE_TICKS) this.#explode(mob)
    else if (hissing) mob.halt()
    else if (target) this.#steering.pursue(mob, target.position, mob.kind.chaseFactor)
  }
}
