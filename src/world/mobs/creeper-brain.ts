import type { Brain, Hunting } from './brain.ts'
import type { Mob } from './mob.ts'
import type { Steering } from './steering.ts'

/** The fuse starts within the first distance and stops beyond the second (blocks); its length (ticks). */
const LIGHT_WITHIN = 3
const PUT_OUT_BEYOND = 7
const FUSE_TICKS = 30

/** Creepers: they approach, swell and explode. */
export class CreeperBrain implements Brain {
  readonly #hunting: Hunting
  readonly #steering: Steering
  readonly #explode: (mob: Mob) => void

  constructor(hunting: Hunting, steering: Steering, explode: (mob: Mob) => void) {
    this.#hunting = hunting
    this.#steering = steering
    this.#explode = explode
  }

  think(mob: Mob): void {
    const prey = this.#hunting.prey(mob)
    const distance = prey ? mob.position.distanceTo(prey.position) : Number.POSITIVE_INFINITY
    const lit = mob.fuse > 0 ? distance <= PUT_OUT_BEYOND : distance <= LIGHT_WITHIN
    const hissing = prey !== undefined && lit && this.#hunting.sees(mob, prey)
    mob.fuse = hissing ? mob.fuse + 1 : Math.max(0, mob.fuse - 1)
    if (mob.fuse >= FUSE_TICKS) this.#explode(mob)
    else if (hissing) mob.halt()
    else if (prey) this.#steering.pursue(mob, prey.position, mob.kind.hurry)
  }
}
