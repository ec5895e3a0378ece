import type { Bot } from 'mineflayer'
import { Vec3 } from 'vec3'
import type { GameClock } from '#clock/game-clock'
import { listen } from './listen.ts'

/** Time within which the server sends the knockback and the damage of one hit (ticks). */
const TOGETHER_TICKS = 3
/** Weaker knockback has no reliable direction (blocks a tick). */
const MIN_KNOCKBACK = 0.05

/** Damage with knockback: from a melee attack or an arrow, not from a fall or from hunger. */
export interface Hit {
  readonly tick: number
  /** Horizontal direction towards the attacker, of length 1. */
  readonly from: Vec3
  /** Health points that it took. */
  readonly damage: number
}

/** Records the direction of attacks by their knockback, also from attackers that the agent does not see. */
export class DamageLog {
  readonly #bot: Bot
  readonly #clock: GameClock
  #health: number
  #woundedAt = Number.NEGATIVE_INFINITY
  #damage = 0
  #push: Omit<Hit, 'damage'> | undefined
  #last: Hit | undefined

  constructor(bot: Bot, clock: GameClock) {
    this.#bot = bot
    this.#clock = clock
    this.#health = bot.health
    bot._client.on('entity_velocity', this.#onVelocity)
    listen(bot, 'health', this.#onHealth)
  }

  /** The last hit; undefined before the first. */
  get last(): Hit | undefined {
    return this.#last
  }

  readonly #onVelocity = ({ entityId }: { entityId: number }) => {
    const { entity } = this.#bot
    if (entityId !== entity?.id) return
    const { x, z } = entity.velocity
    if (Math.hypot(x, z) < MIN_KNOCKBACK) return
    this.#push = { tick: this.#clock.tick, from: new Vec3(-x, 0, -z).normalize() }
    this.#join()
  }

  readonly #onHealth = () => {
    const { health } = this.#bot
    if (health < this.#health) {
      this.#woundedAt = this.#clock.tick
      this.#damage = this.#health - health
    }
    this.#health = health
    this.#join()
  }

  #join(): void {
    const push = this.#push
    if (push && Math.abs(push.tick - this.#woundedAt) <= TOGETHER_TICKS)
      this.#last = { ...push, damage: this.#damage }
  }
}
