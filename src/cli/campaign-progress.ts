import type { WriteStream } from 'node:tty'
import type { Settings } from '../episode/settings.ts'
import type { TrialResult } from '../trial/result.ts'
import { LiveLines } from './live-lines.ts'

/** A line for each trial that is over; on a terminal also what is running. */
export class CampaignProgress {
  readonly #stream: NodeJS.WriteStream
  readonly #live: LiveLines | null
  readonly #total: number
  readonly #running = new Set<string>()
  #done = 0
  #obtained = 0

  constructor(stream: NodeJS.WriteStream, total: number) {
    this.#stream = stream
    this.#live = stream.isTTY ? new LiveLines(stream as WriteStream) : null
    this.#total = total
  }

  onStart(settings: Settings): void {
    this.#running.add(label(settings))
    this.#show()
  }

  onResult(result: TrialResult): void {
    const known = !this.#running.delete(label(result))
    this.#done++
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
    this.#stream.write(`${line}\n`)
    this.#show()
  }

  end(): void {
    this.#live?.clear()
  }

  #show(): void {
    this.#live?.show([
      `${this.#done} of ${this.#total} played, ${this.#obtained} obtained`,
      ...[...this.#running].map((name) => `  running: ${name}`),
    ])
  }
}

function label({ task, seed }: { task: string; seed: number }): string {
  return `${task}, seed ${seed}`
}
