import type { Vec3 } from 'vec3'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'
import type { StatusEffects } from '../survival/status-effects.ts'
import type { Mob } from './mob.ts'
import type { Projectiles } from './projectiles.ts'
import { flatDistance } from './steering.ts'

/** Initial speed of a potion (blocks a tick), aim below the target's eyes (blocks), and lift as a share of the distance. */
const SPEED = 0.75
const BELOW_EYES = 1.1
const LOFT = 0.2
const SPREAD = 0.06
/** Radius of the splash, in which the effect falls off linearly (blocks). */
const SPLASH_RADIUS = 4
const HARMING_DAMAGE = 6
const POISON_TICKS = 900
/** A witch throws poison at targets with at least this health, and harming below it. */
const MIN_POISON_HEALTH = 8

/** How witches throw splash potions: poison first, then harming. */
export class Potions {
  readonly #projectiles: Projectiles
  readonly #players: Players
  readonly #effects: StatusEffects

  constructor(projectiles: Projectiles, players: Players, effects: StatusEffects) {
    this.#projectiles = projectiles
    this.#players = players
    this.#effects = effects
  }

  throwAt(mob: Mob, target: Player): void {
    const effects = this.#effects
    const poison = target.vitals.health >= MIN_POISON_HEALTH && !effects.has(target, 'poison')
    const from = mob.eye.offset(0, -0.1, 0)
    const aim = target.eye.offset(0, -BELOW_EYES, 0)
    const loft = flatDistance(aim, from) * LOFT
    this.#projectiles.launch(mob, {
      type: 'potion',
      from,
      direction: aim.offset(0, loft, 0).minus(from),
      speed: SPEED,
      spread: SPREAD,
      impact: (place, _, hit) => this.#splash(mob, place, hit, poison),
    })
  }

  #splash(mob: Mob, place: Vec3, hit: Player | undefined, poison: boolean): void {
    for (const player of this.#players) {
      const share = player === hit ? 1 : 1 - player.position.distanceTo(place) / SPLASH_RADIUS
      if (share <= 0 || player.vitals.dead) continue
      if (poison) this.#effects.apply(player, 'poison', Math.round(share * POISON_TICKS))
      else player.vitals.hurt(Math.round(share * HARMING_DAMAGE), 'magic', undefined, mob)
    }
  }
}
