import type { Vec3 } from 'vec3'
import type { Registry } from '#knowledge/registry'
import type { ChatComponent } from '../core/chat-component.ts'
import type { EntityTracker } from '../entities/tracker.ts'
import type { Player } from '../player.ts'
import type { Attacker, AttackingEntity, DamageCause, Vitals } from '../vitals.ts'
import type { WorldDifficulty } from '../world-difficulty.ts'
import type { WorldTime } from '../world-time.ts'
import { afterWornArmour, wearArmour } from './armour.ts'
import { deathMessage } from './death-messages.ts'
import { Hunger } from './hunger.ts'
import { knockPlayerBack } from './knockback.ts'
import type { Shields } from './shield.ts'

const FULL_HEALTH = 20
const IMMUNITY_TICKS = 10
const HURT_EXHAUSTION = 0.1
/** Time in which the message about a death names the last attacker (ticks). */
const FIGHT_TICKS = 100
/** Causes that armour reduces and that cost exhaustion. */
const ARMOUR_CAUSES: readonly DamageCause[] = [
  'lava',
  'cactus',
  'mob',
  'arrow',
  'fireball',
  'explosion',
  'bed',
  'lightning',
]

interface PlayerVitalsNeeds {
  registry: Registry
  difficulty: WorldDifficulty
  time: WorldTime
  tracker: Pick<EntityTracker, 'hurt'>
  shields: Shields
  random: () => number
  /** Called when a player dies, before its client receives its health, as in the game. */
  announce: (player: Player, message: ChatComponent) => void
  /** Called after a player died and its client was notified. */
  died: (player: Player, message: ChatComponent) => void
}

/** Causes from which no game mode protects. */
const INEVITABLE_CAUSES: readonly DamageCause[] = ['void', 'kill']

/** The vitals of one player, over all its lives. */
export class PlayerVitals implements Vitals {
  health = FULL_HEALTH
  #hunger = new Hunger()
  #immuneUntil = 0
  #lastDamage = 0
  #opponent: { readonly attacker: Attacker; readonly tick: number } | undefined
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

  hurt(points: number, cause: DamageCause, from?: Vec3, by?: AttackingEntity): void {
    if (this.dead || points <= 0) return
    if (this.#player.invulnerable && !INEVITABLE_CAUSES.includes(cause)) return
    const { registry, tracker, shields, random } = this.#needs
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
    tracker.hurt(this.#player, { cause, by })
    if (this.dead) this.#die(cause, by)
    else if (by) this.#opponent = { attacker: by, tick }
  }

  #die(cause: DamageCause, by: Attacker | undefined): void {
    const { registry, time, announce, died } = this.#needs
    const { attacker, tick = 0 } = this.#opponent ?? {}
    const opponent = time.tick - tick <= FIGHT_TICKS ? attacker : undefined
    const message = deathMessage(registry, this.#player.name, { cause, by, opponent })
    announce(this.#player, message)
    this.send()
    died(this.#player, message)
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
    this.#opponent = undefined
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
