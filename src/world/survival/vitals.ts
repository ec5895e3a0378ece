import type { Vec3 } from 'vec3'
import type { Game } from '../game.ts'
import type { Player } from '../player.ts'
import { throughArmour, wearArmour } from './armour.ts'
import { Hunger } from './hunger.ts'
import { knockBack } from './knock-back.ts'
import { blockedByShield } from './shield.ts'

export type DamageCause =
  | 'fall'
  | 'drown'
  | 'lava'
  | 'fire'
  | 'cactus'
  | 'suffocate'
  | 'starve'
  | 'void'
  | 'mob'
  | 'arrow'
  | 'explosion'

/** A player's health and hunger, on the scales of the game (0-20 each). */
export interface Vitals {
  readonly health: number
  readonly food: number
  readonly saturation: number
  readonly dead: boolean
  /** Takes armour and immunity after a hit into account; `from` gives the direction of the knock-back. */
  hurt(points: number, cause: DamageCause, from?: Vec3): void
  heal(points: number): void
  /** Adds exhaustion: 0.005 for a dug block, 0.1 for a hit, ... */
  exhaust(points: number): void
  eat(foodPoints: number, saturation: number): void
}

export const FULL_HEALTH = 20
const IMMUNITY_TICKS = 10
const HURT_STATUS = 2
const HURT_EXHAUSTION = 0.1
/** What armour helps against; being hit by these also exhausts. */
const BLOWS: readonly DamageCause[] = ['lava', 'cactus', 'mob', 'arrow', 'explosion']

/** Vitals that the rules drive: they act every tick, and start afresh after death. */
export class PlayerVitals implements Vitals {
  health = FULL_HEALTH
  #hunger = new Hunger()
  #immuneUntil = 0
  #lastBlow = 0
  #sent = ''
  readonly #game: Game
  readonly #player: Player
  readonly #afterDeath: () => void

  constructor(game: Game, player: Player, afterDeath: () => void) {
    this.#game = game
    this.#player = player
    this.#afterDeath = afterDeath
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
    if (from && blockedByShield(this.#game, this.#player, from, points)) return
    const immune = this.#game.time.tick < this.#immuneUntil
    if (immune && points <= this.#lastBlow) return
    const fresh = immune ? points - this.#lastBlow : points
    this.#lastBlow = points
    if (!immune) this.#immuneUntil = this.#game.time.tick + IMMUNITY_TICKS
    const blow = BLOWS.includes(cause)
    const taken = blow ? throughArmour(this.#game.registry, this.#player, fresh) : fresh
    if (blow) {
      wearArmour(this.#game.registry, this.#player, fresh)
      this.exhaust(HURT_EXHAUSTION)
    }
    this.health = Math.max(0, this.health - taken)
    if (from && !immune) knockBack(this.#player, from)
    this.#game.tracker.status(this.#player, HURT_STATUS)
    if (this.dead) {
      this.send()
      this.#game.players.emit('death', this.#player)
      this.#afterDeath()
    }
  }

  heal(points: number): void {
    if (!this.dead) this.health = Math.min(FULL_HEALTH, this.health + points)
  }

  exhaust(points: number): void {
    this.#hunger.exhaust(points)
  }

  eat(foodPoints: number, saturation: number): void {
    this.#hunger.eat(foodPoints, saturation)
  }

  /** Health and food as at the start. */
  restore(): void {
    this.health = FULL_HEALTH
    this.#hunger = new Hunger()
    this.#immuneUntil = 0
  }

  /** One tick of hunger and healing; tells the client what changed. */
  step(): void {
    if (this.dead) return
    this.#hunger.step(this, this.#game.difficulty, this.#game.time.tick)
    this.send()
  }

  /** Sends health and food when they are not what the client was told last. */
  send(): void {
    const { health, food, saturation } = this
    const text = `${health} ${food} ${saturation}`
    if (text === this.#sent) return
    this.#sent = text
    this.#player.send('update_health', { health, food, foodSaturation: saturation })
  }
}

/** Vitals of a new life; `afterDeath` is called when everybody has been told of a death. */
export function createVitals(game: Game, player: Player, afterDeath: () => void): PlayerVitals {
  return new PlayerVitals(game, player, afterDeath)
}
