import { notSent, type Transport, type TransportReply, type TransportRequest } from './transport.ts'

/** What a pending call costs in a simulated world: nothing, or its latency in game time. */
export const LLM_TIMES = ['pause', 'charge'] as const
export type LlmTime = (typeof LLM_TIMES)[number]

/** The time of a simulated world, as far as a call has to do with it. */
export interface GameTime {
  /** Lets no game time pass until the work has settled, and returns or throws what it does. */
  standStill<T>(work: Promise<T>): Promise<T>
  /**
   * Waits while this much game time passes (ms; part of a tick counts as a whole one).
   * @throws the signal's reason when it fires first.
   */
  pass(ms: number, signal: AbortSignal): Promise<void>
}

/**
 * Calls in a simulated world. The game stands still while one is pending, so that its history does
 * not depend on how fast the model is; with `charge` the agent then waits for as long as it took.
 */
export class InGameTime implements Transport {
  readonly #inner: Transport
  readonly #time: GameTime
  readonly #mode: LlmTime

  constructor(inner: Transport, time: GameTime, mode: LlmTime) {
    this.#inner = inner
    this.#time = time
    this.#mode = mode
  }

  async send(request: TransportRequest, signal: AbortSignal): Promise<TransportReply> {
    const reply = await this.#time.standStill(this.#inner.send(request, signal))
    if (this.#mode === 'pause') return reply
    try {
      await this.#time.pass(reply.latencyMs, signal)
      return reply
    } catch {
      const { outcome } = notSent({ kind: 'aborted', detail: 'stopped from outside' })
      return { ...reply, outcome }
    }
  }

  close(): Promise<void> {
    return this.#inner.close()
  }
}
