import type { ConnectionLost } from '#body/connect'
import { isForGood, mayPass, refusalOf } from '#body/refusal'

/** What to do about a lost connection. */
export type Verdict =
  | { readonly rejoin: true; readonly afterTicks: number }
  | { readonly rejoin: false; readonly end: 'kicked' | 'no-server' }

/** Waits before the attempts to rejoin after a kick or an internal error (ticks). */
const BACK_OFF_TICKS: readonly number[] = [20, 100, 200, 400, 600, 1200]
/**
 * Waits before the attempts to reach a lost server again (ticks): every five seconds, since many servers reject faster
 * rejoins, for two minutes, which is enough for a restart.
 */
const RETRY_TICKS = [20, ...Array<number>(25).fill(100)]
/** Wait before each later attempt of an agent that never gives a lost server up (ticks). */
const LATE_RETRY_TICKS = 1200
/** A connection of this length resets the counts of attempts (ticks). */
const LONG_STAY_TICKS = 600

/** Decides whether and when the agent rejoins after it lost its connection. */
export class Rejoining {
  readonly #isPatient: boolean
  #joined = false
  #attempts = 0
  /** The attempts among them that followed a kick or an internal error. */
  #expulsions = 0

  /** @param isPatient whether a server that is gone is never given up, once the agent has been in the world. */
  constructor(isPatient = false) {
    this.#isPatient = isPatient
  }

  /** Attempts to rejoin since the last long connection. */
  get attempts(): number {
    return this.#attempts
  }

  /** Whether the agent has ever joined. */
  get hasJoined(): boolean {
    return this.#joined
  }

  /** The agent has joined. */
  joined(): void {
    this.#joined = true
  }

  /** @param stayTicks how long the agent was in the world; 0 when it did not join. */
  lost({ loss, message }: ConnectionLost, stayTicks: number): Verdict {
    if (stayTicks >= LONG_STAY_TICKS) {
      this.#attempts = 0
      this.#expulsions = 0
    }
    const isKicked = loss === 'kicked'
    const refusal = isKicked ? refusalOf(message) : null
    // A full server, and one that starts, have as much time as one that is gone.
    const waits = !this.#joined && mayPass(refusal)
    const isGone = loss === 'cut' || loss === 'refused' || waits
    const lateRetry = this.#isPatient && this.#joined ? LATE_RETRY_TICKS : undefined
    const afterTicks = isGone
      ? (RETRY_TICKS[this.#attempts - this.#expulsions] ?? lateRetry)
      : BACK_OFF_TICKS[this.#expulsions]
    const forGood = isForGood(refusal)
    // An agent that was never let in is not let in later either, unless the server's reason passes.
    const mayReturn = this.#joined || waits || loss === 'cut' || loss === 'fault'
    if (!mayReturn || forGood || afterTicks === undefined)
      return { rejoin: false, end: isKicked ? 'kicked' : 'no-server' }
    this.#attempts++
    if (!isGone) this.#expulsions++
    return { rejoin: true, afterTicks }
  }
}
