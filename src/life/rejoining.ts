import type { ConnectionLost } from '#body/connect'

/** What to do about a lost connection. */
export type Verdict =
  | { readonly rejoin: true; readonly afterTicks: number }
  | { readonly rejoin: false; readonly end: 'kicked' | 'no-server' }

/** Waits before the attempts to come back to a server that throws the agent out, or where something throws (ticks). */
const BACK_OFF_TICKS: readonly number[] = [20, 100, 200, 400, 600, 1200]
/**
 * A server that cannot be reached is tried again every five seconds, as many let nobody in again sooner: two minutes in
 * all (ticks), enough for it to start again.
 */
const RETRY_TICKS = [20, ...Array<number>(25).fill(100)]
/** A stay that makes earlier troubles forgotten (ticks). */
const LONG_STAY_TICKS = 600
/** What servers say to players whom they will not let in again. */
const FOR_GOOD = /\bbann?ed\b|\bbl[ao]ck-?list|white-?list|not allowed/i

/** Decides whether and when the agent comes back after it lost its connection. */
export class Rejoining {
  #joined = false
  #attempts = 0
  /** Attempts among them that came after it was thrown out, or something threw. */
  #expulsions = 0

  /** Attempts to come back since the last long stay. */
  get attempts(): number {
    return this.#attempts
  }

  /** Whether the agent has ever stood in the world. */
  get hasJoined(): boolean {
    return this.#joined
  }

  /** The agent stands in the world. */
  joined(): void {
    this.#joined = true
  }

  /** @param stayTicks how long the agent was in the world, 0 when it did not get there. */
  lost({ loss, message }: ConnectionLost, stayTicks: number): Verdict {
    if (stayTicks >= LONG_STAY_TICKS) {
      this.#attempts = 0
      this.#expulsions = 0
    }
    const isKicked = loss === 'kicked'
    const isGone = loss === 'cut' || loss === 'refused'
    const afterTicks = isGone
      ? RETRY_TICKS[this.#attempts - this.#expulsions]
      : BACK_OFF_TICKS[this.#expulsions]
    const forGood = isKicked && FOR_GOOD.test(message)
    // Who was never let in has nothing to come back to.
    const mayReturn = this.#joined || loss === 'cut' || loss === 'fault'
    if (!mayReturn || forGood || afterTicks === undefined)
      return { rejoin: false, end: isKicked ? 'kicked' : 'no-server' }
    this.#attempts++
    if (!isGone) this.#expulsions++
    return { rejoin: true, afterTicks }
  }
}
