/** When the agent last tried to place a torch. */
export class TorchAttempts {
  #last = Number.NEGATIVE_INFINITY

  record(tick: number): void {
    this.#last = tick
  }

  /** Ticks since the last attempt; infinite before the first one. */
  ticksSince(tick: number): number {
    return tick - this.#last
  }
}
