import { setTimeout as wait } from 'node:timers/promises'
import type { TrialRow } from '../protocol.ts'
import type { EventStream } from './event-stream.ts'
import { TrialFollower } from './trial-follower.ts'
import type { WatchedTrial } from './watched-trial.ts'

/** How often the trials are polled (ms). */
const POLL_MS = 500

/** The shown trials, by their ids. */
export class Overview {
  #followers: ReadonlyMap<string, TrialFollower> = new Map()

  constructor(trials: readonly WatchedTrial[]) {
    this.show(trials)
  }

  /** Replaces the trials that are shown. */
  show(trials: readonly WatchedTrial[]): void {
    const known = this.#followers
    this.#followers = new Map(
      trials.map((trial) => [trial.id, known.get(trial.id) ?? new TrialFollower(trial)]),
    )
  }

  find(id: string): WatchedTrial | undefined {
    return this.#followers.get(id)?.trial
  }

  async rows(): Promise<TrialRow[]> {
    const rows: TrialRow[] = []
    for (const follower of this.#followers.values()) {
      const row = await follower.row()
      if (row) rows.push(row)
    }
    return rows
  }

  /** Sends the rows to a page whenever they change, until the page or the server closes. */
  async send(stream: EventStream, closing: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([stream.signal, closing])
    let sent = ''
    for (let last = false; !stream.signal.aborted && !last; ) {
      last = closing.aborted
      const rows = JSON.stringify(await this.rows())
      if (rows !== sent) await stream.send('trials', rows)
      sent = rows
      await wait(POLL_MS, undefined, { signal }).catch(() => {})
    }
  }
}
