import type { Bot } from 'mineflayer'
import { Vec3 } from 'vec3'
import type { GameClock } from '#clock/game-clock'
import { listen } from './listen.ts'

/** A push and the wound that came with it may be told of this far apart (ticks). */
const TOGETHER_TICKS = 3
/** Pushes weaker than this have no direction to speak of (blocks a tick). */
const WEAKEST_PUSH = 0.05

/** A wound that came with a push: from a fist, a claw or an arrow, and not from a fall or from hunger. */
export interface Hit {
  readonly tick: number
  /** The way it came from, level, of length 1. */
  readonly from: Vec3
}

/** Feels where blows come from, whether the body sees who deals them or not: they push it away. */
export class DamageLog {
  readonly #bot: Bot
  readonly #clock: GameClock
  #health: number
  #woundedAt = Number.NEGATIVE_INFINITY
  #push: Hit | undefined
  #last: Hit | undefined

  constructor(bot: Bot, clock: GameClock) {
    this.#bot = bot
    this.#clock = clock
    this.#health = bot.health
    bot._client.on('entity_velocity', this.#onVelocity)
    listen(bot, 'health', this.#onHealth)
  }

  /** The last blow; undefined while there was none. */
  get last(): Hit | undefined {
    return this.#last
  }

  readonly #onVelocity = ({ entityId }: { entityId: number }) => {
    const { entity } = this.#bot
    if (entityId !== entity?.id) return
    const { x, z } = entity.velocity
    if (Math.hypot(x, z) < WEAKEST_PUSH) return
    this.#push = { tick: this.#clock.tick, from: new Vec3(-x, 0, -z).normalize() }
    this.#join()
  }

  readonly #onHealth = () => {
    const { health } = this.#bot
    if (health < this.#health) this.#woundedAt = this.#clock.tick
    this.#health = health
    this.#join()
  }

  #join(): void {
    const push = this.#push
    if (push && Math.abs(push.tick - this.#woundedAt) <= TOGETHER_TICKS) this.#last = push
  }
}
