import type { WriteStream } from 'node:tty'
import { Simulation } from '#clock/simulation'
import type { Settings } from '#events/settings'
import type { TrialResult } from '#trial/result'
import { rateText } from '#watch/rate'
import { plainText } from '#wire/plain-text'
import { LiveLines } from './live-lines.ts'

/** Longest note (characters). */
const NOTE_LENGTH = 1000

/** A line for each trial that is over; on a terminal also what is running. */
export class CampaignProgress {
  readonly #stream: NodeJS.WriteStream
  readonly #live: LiveLines | null
  readonly #total: number
  /** Those that run, and the worker elsewhere that plays each. */
  readonly #running = new Map<string, string | undefined>()
  readonly #beganMs = Simulation.wallMs()
  #done = 0
  /** Of those the ones that were played now. */
  #playedNow = 0
  #obtained = 0

  constructor(stream: NodeJS.WriteStream, total: number) {
    this.#stream = stream
    this.#live = stream.isTTY ? new LiveLines(stream as WriteStream) : null
    this.#total = total
  }

  /** @param worker Who plays it, where that is not this machine. */
  onStart(settings: Settings, worker?: string): void {
    this.#running.set(label(settings), worker)
    this.#show()
  }

  onResult(result: TrialResult): void {
    const known = !this.#running.delete(label(result))
    this.#done++
    if (!known) this.#playedNow++
    if (result.success) this.#obtained++
    this.#live?.clear()
    const last = result.milestones.at(-1)?.name ?? 'nothing'
    const outcome = result.success
      ? 'obtained'
      : `not obtained (${result.end}; got as far as ${last})`
    this.#stream.write(
      `${this.#done}/${this.#total}  ${label(result)}: ${outcome}, ${result.ticks} ticks${known ? ', played before' : ''}\n`,
    )
    this.#show()
  }

  /** Says something that is about no trial's outcome. */
  note(line: string): void {
    this.#live?.clear()
    this.#stream.write(`${plainText(line, NOTE_LENGTH)}\n`)
    this.#show()
  }

  end(): void {
    this.#live?.clear()
  }

  #show(): void {
    const elapsedMs = Simulation.wallMs() - this.#beganMs
    const rate = rateText(this.#playedNow, elapsedMs, this.#total - this.#done)
    this.#live?.show([
      [`${this.#done} of ${this.#total} played, ${this.#obtained} obtained`, rate]
        .filter(Boolean)
        .join('; '),
      ...[...this.#running].map(
        ([name, worker]) => `  running: ${name}${worker === undefined ? '' : ` on ${worker}`}`,
      ),
    ])
  }
}

function label({ task, seed }: { task: string; seed: number }): string {
  return `${task}, seed ${seed}`
}
