import type { Bot } from 'mineflayer'
import { Vec3 } from 'vec3'
import type { GameClock } from '#clock/game-clock'
import { listen } from './listen.ts'

/** Ticks after which a look was sent. */
const MAX_STILL_TICKS = 2
/** Packets of clicks, and values of `status` in block_dig that start and end a dig. */
const CLICKS = new Set(['block_place', 'use_item', 'use_entity', 'attack'])
const DIGS = new Set([0, 2])
const MOVES = new Set(['position', 'position_look'])

/** Fields of the packets of clicks on blocks and of movements. */
interface ClickFields {
  readonly status?: number
  readonly location?: Vec3
  readonly x?: number
  readonly y?: number
  readonly z?: number
}

/** The face of a block that the crosshair meets from a position of the feet, 0-5; undefined if it meets none. */
type FaceOf = (block: Vec3, feet: Vec3 | undefined) => number | undefined

/**
 * Keeps the head as it is from a click to the end of the tick: the client sends its look at the end of a tick, after the
 * clicks of the tick. It also names the clicked face of a dig: mineflayer names the upper one. The server sees it from the last
 * position that it was sent.
 */
export class ClickWatch {
  readonly #bot: Bot
  readonly #clock: GameClock
  readonly #faceOf: FaceOf
  /** The last position that the client sent. */
  #sent: Vec3 | undefined
  /** Number of clicks so far. */
  #clicks = 0
  /** Resolves at the end of the tick of the last click; undefined if the head may turn. */
  #still: Promise<void> | undefined
  #thaw: () => void = () => {}

  constructor(bot: Bot, clock: GameClock, faceOf: FaceOf) {
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
      const face = isDig && fields.location ? this.#faceOf(fields.location, this.#sent) : undefined
      if (MOVES.has(packet)) this.#sent = new Vec3(fields.x ?? 0, fields.y ?? 0, fields.z ?? 0)
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
