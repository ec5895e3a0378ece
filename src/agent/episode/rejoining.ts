import type { ConnectionLost } from '../../body/connect.ts'

/** What to do about a lost connection. */
export type Verdict =
  | { readonly rejoin: true; readonly afterTicks: number }
  | { readonly rejoin: false; readonly end: 'kicked' | 'no-server' }

/** Waits before the attempts to come back (ticks): two minutes in all, enough for a server to start again. */
const BACK_OFF_TICKS = [20, 100, 200, 400, 600, 1200] as const
/** A stay that makes earlier troubles forgotten (ticks). */
const LONG_STAY_TICKS = 600
/** What servers say to players whom they will not let in again. */
const FOR_GOOD = /\bbann?ed\b|\bbl[ao]ck-?list|white-?list|not allowed/i

/** Decides whether and when the agent comes back after it lost its connection. */
export class Rejoining {
  #joined = false
  #attempts = 0

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
    if (stayTicks >= LONG_STAY_TICKS) this.#attempts = 0
    const afterTicks = BACK_OFF_TICKS[this.#attempts]
    const isKicked = loss === 'kicked'
    const forGood = isKicked && FOR_GOOD.test(message)
    // Who was never let in has nothing to come back to.
    const mayReturn = this.#joined || loss === 'cut' || loss === 'fault'
    if (!mayReturn || forGood || afterTicks === undefined)
      return { rejoin: false, end: isKicked ? 'kicked' : 'no-server' }
    this.#attempts++
    return { rejoin: true, afterTicks }
  }
}
