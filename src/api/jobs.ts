import type { Bot } from 'mineflayer'
import { Interrupt } from '#body/interrupt'
import { Loan } from '#body/loan'
import type { GameClock } from '#clock/game-clock'
import { UsageError } from '#trial/errors'
import { counted } from '#wire/wording'

/** Limit of a job by default (ticks): ten minutes. */
const JOB_TICKS = 12_000

/** How long a job waits for the bot to come into a world (ticks): a minute. */
const JOIN_TICKS = 1200

/** When a job ends at the latest. */
export interface JobLimits {
  readonly maxTicks?: number
  readonly signal?: AbortSignal
}

/** Borrows a bot for one job at a time. */
export class Jobs {
  readonly #bot: Bot
  readonly #clock: GameClock
  #stop: AbortController | undefined
  #done: Promise<unknown> = Promise.resolve()

  constructor(bot: Bot, clock: GameClock) {
    this.#bot = bot
    this.#clock = clock
  }

  /** Whether a job is running. */
  get busy(): boolean {
    return this.#stop !== undefined
  }

  /**
   * Runs a job with the bot. The signal of `work` fires when the job has to end, with an `Interrupt` as its reason.
   * @param interrupted turns the reason of an interrupted job into its result.
   * @throws UsageError for limits that are none, if another job is running, or the bot does not come into a world.
   */
  async run<T>(
    limits: JobLimits,
    work: (loan: Loan, signal: AbortSignal) => Promise<T>,
    interrupted: (reason: Interrupt) => T,
  ): Promise<T> {
    checkLimits(limits)
    if (this.#stop || Loan.isLent(this.#bot))
      throw new UsageError('the bot is busy: await its running job, or stop that first')
    const stop = new AbortController()
    this.#stop = stop
    const running = this.#borrow(limits, work, interrupted, stop)
    this.#done = running
    try {
      return await running
    } finally {
      this.#stop = undefined
    }
  }

  /** Ends the running job, if any. @returns when the bot belongs to its owner again. */
  async stop(detail = 'stopped'): Promise<void> {
    this.#stop?.abort(new Interrupt('interrupted', detail))
    await this.#done.catch(() => {})
  }

  async #borrow<T>(
    { maxTicks = JOB_TICKS, signal }: JobLimits,
    work: (loan: Loan, signal: AbortSignal) => Promise<T>,
    interrupted: (reason: Interrupt) => T,
    stop: AbortController,
  ): Promise<T> {
    const onEnd = () => stop.abort(new Interrupt('disconnected', 'the connection is lost'))
    const onAbort = () => stop.abort(new Interrupt('interrupted', 'stopped'))
    this.#bot.once('end', onEnd)
    signal?.addEventListener('abort', onAbort, { once: true })
    if (signal?.aborted) onAbort()
    if (hasEnded(this.#bot)) onEnd()
    const over = new AbortController()
    this.#clock.wait(maxTicks, over.signal).then(
      () => stop.abort(new Interrupt('timeout', `out of time after ${counted(maxTicks, 'tick')}`)),
      () => {},
    )
    try {
      await this.#untilInWorld(stop.signal)
      const loan = new Loan(this.#bot, this.#clock)
      try {
        return await work(loan, stop.signal)
      } finally {
        loan.end()
      }
    } catch (error) {
      if (error instanceof Interrupt && stop.signal.aborted) return interrupted(error)
      throw error
    } finally {
      over.abort()
      this.#bot.off('end', onEnd)
      signal?.removeEventListener('abort', onAbort)
    }
  }

  /** mineflayer emits `spawn` before it knows the health, and on some servers before the position. */
  async #untilInWorld(signal: AbortSignal): Promise<void> {
    const bot = this.#bot
    const isThere = () => bot.health > 0 && bot.entity && bot.blockAt(bot.entity.position)
    for (let ticks = 0; !isThere(); ticks++) {
      if (ticks >= JOIN_TICKS)
        throw new UsageError("the bot is not in a world: wait for its 'spawn' event")
      await this.#clock.wait(1, signal)
    }
    signal.throwIfAborted()
  }
}

/** Programs without types pass anything. @throws UsageError */
function checkLimits({ maxTicks = JOB_TICKS, signal }: JobLimits): void {
  if (typeof maxTicks !== 'number' || !(maxTicks > 0))
    throw new UsageError(`maxTicks: ${maxTicks} is not a number above 0`)
  if (signal !== undefined && !(signal instanceof AbortSignal))
    throw new UsageError('signal is not an AbortSignal')
}

/** Whether a bot's connection is over. A client that has not connected yet counts itself as ended, too. */
function hasEnded({ _client: { ended, socket } }: Bot): boolean {
  return ended && socket !== undefined
}
