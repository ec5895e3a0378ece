import type { Bot } from 'mineflayer'
import type { Vec3 } from 'vec3'
import type { GameClock } from '#clock/game-clock'
import { listen } from './listen.ts'

/** Ticks after which a look was sent. */
const MAX_STILL_TICKS = 2
/** Packets of clicks, and values of `status` in block_dig that start and end a dig. */
const CLICKS = new Set(['block_place', 'use_item', 'use_entity', 'attack'])
const DIGS = new Set([0, 2])

/** Fields of the packets of clicks on blocks. */
interface ClickFields {
  readonly status?: number
  readonly location?: Vec3
}

/**
 * Keeps the head as it is from a click to the end of the tick: the client sends its look at the end of a tick, after the
 * clicks of the tick. It also names the clicked face of a dig: mineflayer names the upper one.
 */
export class ClickWatch {
  readonly #bot: Bot
  readonly #clock: GameClock
  readonly #faceOf: (block: Vec3) => number | undefined
  /** Number of clicks so far. */
  #clicks = 0
  /** Resolves at the end of the tick of the last click; undefined if the head may turn. */
  #still: Promise<void> | undefined
  #thaw: () => void = () => {}

  /** @param faceOf the face of a block that the crosshair meets, 0-5; undefined if it meets none. */
  constructor(bot: Bot, clock: GameClock, faceOf: (block: Vec3) => number | undefined) {
    this.#bot = bot
    this.#clock = clock
    this.#faceOf = faceOf
    this.#watchClicks()
    this.#delayTurns()
  }

  /** Whether the head may not turn before the end of the tick. */
  get isStill(): boolean {
    return this.#still !== undefined
  }

  #watchClicks(): void {
    const { _client: line } = this.#bot
    const write = line.write.bind(line)
    line.write = (packet, fields: ClickFields) => {
      const isDig = packet === 'block_dig' && fields.status !== undefined && DIGS.has(fields.status)
      if (isDig || CLICKS.has(packet)) this.#freeze()
      const face = isDig && fields.location ? this.#faceOf(fields.location) : undefined
      write(packet, face === undefined ? fields : { ...fields, face })
    }
  }

  #delayTurns(): void {
    const bot = this.#bot
    const { look } = bot
    bot.look = (yaw, pitch, force) => {
      if (!this.#still) return look(yaw, pitch, force)
      return this.#still.then(() => look(yaw, pitch, force))
    }
    // mineflayer sends the look right after this event.
    listen(bot, 'physicsTick', () => {
      const clicks = this.#clicks
      queueMicrotask(() => {
        if (clicks === this.#clicks) this.#thaw()
      })
    })
  }

  #freeze(): void {
    const clicks = ++this.#clicks
    this.#still ??= new Promise((resolve) => {
      this.#thaw = () => {
        this.#still = undefined
        resolve()
      }
    })
    // Without physics, for example after a death, there are no ticks.
    void this.#clock.wait(MAX_STILL_TICKS).then(() => {
      if (clicks === this.#clicks) this.#thaw()
    })
  }
}
