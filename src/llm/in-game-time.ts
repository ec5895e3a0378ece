import { notSent, type Transport, type TransportReply, type TransportRequest } from './transport.ts'

/** Cost of a call in a simulated world: none, or its latency in game time. */
export const LLM_TIMES = ['pause', 'charge'] as const
export type LlmTime = (typeof LLM_TIMES)[number]

/** The time of a simulated world, as calls need it. */
export interface GameTime {
  /** Stops game time until the work settles; returns or throws the work's result. */
  standStill<T>(work: Promise<T>): Promise<T>
  /**
   * Waits while game time passes (ms, rounded up to whole ticks).
   * @throws the signal's reason when it fires first.
   */
  pass(ms: number, signal: AbortSignal): Promise<void>
}

/**
 * Calls in a simulated world. Game time stops while a call is pending, so that the history does not depend on the model's
 * speed. With `charge` the agent then waits for the call's latency in game time.
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
      const { outcome } = notSent({ kind: 'aborted', detail: 'stopped' })
      return { ...reply, outcome }
    }
  }

  close(): Promise<void> {
    return this.#inner.close()
  }
}
