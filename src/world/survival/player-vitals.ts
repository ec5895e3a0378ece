import type { Vec3 } from 'vec3'
import type { Registry } from '#knowledge/registry'
import type { EntityTracker } from '../entities/tracker.ts'
import type { Player } from '../player.ts'
import type { DamageCause, Vitals } from '../vitals.ts'
import type { WorldDifficulty } from '../world-difficulty.ts'
import type { WorldTime } from '../world-time.ts'
import { afterWornArmour, wearArmour } from './armour.ts'
import { Hunger } from './hunger.ts'
import { knockPlayerBack } from './knockback.ts'
import type { Shields } from './shield.ts'

const FULL_HEALTH = 20
const IMMUNITY_TICKS = 10
const HURT_STATUS = 2
const HURT_EXHAUSTION = 0.1
/** Causes that armour reduces and that cost exhaustion. */
const ARMOUR_CAUSES: readonly DamageCause[] = [
  'lava',
  'cactus',
  'mob',
  'arrow',
  'explosion',
  'lightning',
]

interface PlayerVitalsNeeds {
  registry: Registry
  difficulty: WorldDifficulty
  time: WorldTime
  tracker: Pick<EntityTracker, 'status'>
  shields: Shields
  random: () => number
  /** Called after a player died and its client was notified. */
  died: (player: Player) => void
}

/** The vitals of one player, over all its lives. */
export class PlayerVitals implements Vitals {
  health = FULL_HEALTH
  #hunger = new Hunger()
  #immuneUntil = 0
  #lastDamage = 0
  #sent = ''
  readonly #player: Player
  readonly #needs: PlayerVitalsNeeds

  constructor(player: Player, needs: PlayerVitalsNeeds) {
    this.#player = player
    this.#needs = needs
  }

  get food(): number {
    return this.#hunger.food
  }

  get saturation(): number {
    return this.#hunger.saturation
  }

  get dead(): boolean {
    return this.health <= 0
  }

  hurt(points: number, cause: DamageCause, from?: Vec3): void {
    if (this.dead || points <= 0) return
    if (this.#player.invulnerable && cause !== 'void') return
    const { registry, tracker, shields, random, died } = this.#needs
    const { tick } = this.#needs.time
    if (from && shields.block(this.#player, from, points)) return
    const immune = tick < this.#immuneUntil
    if (immune && points <= this.#lastDamage) return
    const fresh = immune ? points - this.#lastDamage : points
    this.#lastDamage = points
    if (!immune) this.#immuneUntil = tick + IMMUNITY_TICKS
    const reduced = ARMOUR_CAUSES.includes(cause)
    const taken = reduced ? afterWornArmour(registry, this.#player, fresh) : fresh
    if (reduced) {
      wearArmour(registry, this.#player, fresh)
      this.exhaust(HURT_EXHAUSTION)
    }
    this.health = Math.max(0, this.health - taken)
    if (from && !immune) knockPlayerBack(this.#player, from, random)
    tracker.status(this.#player, HURT_STATUS)
    if (this.dead) {
      this.send()
      died(this.#player)
    }
  }

  heal(points: number): void {
    if (!this.dead) this.health = Math.min(FULL_HEALTH, this.health + points)
  }

  exhaust(points: number): void {
    if (!this.#player.invulnerable) this.#hunger.exhaust(points)
  }

  eat(foodPoints: number, saturation: number): void {
    this.#hunger.eat(foodPoints, saturation)
  }

  restore(): void {
    this.health = FULL_HEALTH
    this.#hunger = new Hunger()
    this.#immuneUntil = 0
  }

  step(): void {
    if (this.dead) return
    const { difficulty, time } = this.#needs
    this.#hunger.step(this, difficulty.level, time.tick)
    this.send()
  }

  send(): void {
    const { health, food, saturation } = this
    const text = `${health} ${food} ${saturation}`
    if (text === this.#sent) return
    this.#sent = text
    this.#player.send('update_health', { health, food, foodSaturation: saturation })
  }
}
