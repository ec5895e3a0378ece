import type { WriteStream } from 'node:tty'
import { Simulation } from '#clock/simulation'
import type { Settings } from '#events/settings'
import { END_TITLES, taskTitle } from '#events/titles'
import type { TrialResult } from '#trial/result'
import { rateText } from '#watch/rate'
import { plainText } from '#wire/plain-text'
import { counted } from '#wire/wording'
import { LiveLines } from './live-lines.ts'

/** Longest note (characters). */
const NOTE_LENGTH = 1000
/** Longest reason of a trial that gave up (characters). */
const REASON_LENGTH = 300

/** Prints a line for each finished trial, and on a terminal also the running ones. */
export class CampaignProgress {
  readonly #stream: NodeJS.WriteStream
  readonly #live: LiveLines | null
  readonly #total: number
  /** The running trials, each with the name of its worker on another machine. */
  readonly #running = new Map<string, string | undefined>()
  readonly #beganMs = Simulation.wallMs()
  #done = 0
  /** Trials in `#done` that this campaign has played, not found in the folder. */
  #playedNow = 0
  #obtained = 0

  constructor(stream: NodeJS.WriteStream, total: number) {
    this.#stream = stream
    this.#live = stream.isTTY ? new LiveLines(stream as WriteStream) : null
    this.#total = total
  }

  /** @param worker Name of the worker when another machine plays the trial. */
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
    const last = result.milestones.at(-1)?.name ?? 'none'
    const outcome = result.success
      ? 'obtained'
      : `not obtained (${END_TITLES[result.end]}${reasonOf(result)}; last milestone: ${last})`
    this.#stream.write(
      `${this.#done}/${this.#total}  ${label(result)}: ${outcome}, ${counted(result.ticks, 'tick')}${known ? ', finished before' : ''}\n`,
    )
    this.#show()
  }

  /** Prints a line that is not about the outcome of a trial. */
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

/** The last reason of a trial that gave up; ends of other kinds say enough by themselves. */
function reasonOf({ end, detail }: TrialResult): string {
  return end === 'gave-up' ? `: ${plainText(detail, REASON_LENGTH)}` : ''
}

function label({ task, seed }: { task: string; seed: number }): string {
  return `${taskTitle(task)}, seed ${seed}`
}
