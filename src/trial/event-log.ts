import { closeSync, fstatSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventSchema, type TrialEvent } from '#events/events'
import { plainJson } from '#wire/plain-text'
import { cannotWrite, type SystemError } from './system-error.ts'
import { UsageError } from './usage-error.ts'

export const EVENTS_FILE = 'events.jsonl'
/** The recording that may lie beside it: gzip of one JSON value a line, the header first. */
export const RECORDING_FILE = 'recording.jsonl.gz'

/**
 * A trial's `events.jsonl`, written line by line as things happen. Writing is synchronous: a killed
 * process loses at most the line it was at, and simulated time never waits for a file.
 */
export class EventLog {
  readonly #path: string
  readonly #file: number
  readonly #onFailure: () => void
  #failure: SystemError | null = null

  private constructor(path: string, onFailure: () => void) {
    this.#path = path
    this.#file = openSync(path, 'ax')
    this.#onFailure = onFailure
  }

  /**
   * Starts the log of a new trial.
   * @param onFailure Called once, when a line cannot be written.
   * @throws UsageError when the folder has one already.
   * @throws SystemError when it cannot be written.
   */
  static create(folder: string, onFailure: () => void = () => {}): EventLog {
    const path = join(folder, EVENTS_FILE)
    try {
      return new EventLog(path, onFailure)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST')
        throw new UsageError(`${folder} holds a trial already; give another --out`)
      throw cannotWrite(path, error)
    }
  }

  /** Why the log stops short: nothing is written after a line that could not be. Null when it does not. */
  get failure(): SystemError | null {
    return this.#failure
  }

  /** Whether somebody deleted the log, for one to play the trial again. */
  get isDeleted(): boolean {
    return fstatSync(this.#file).nlink === 0
  }

  append(event: TrialEvent): void {
    if (this.#failure) return
    try {
      writeFileSync(this.#file, `${plainJson(event)}\n`)
    } catch (error) {
      this.#failure = cannotWrite(this.#path, error)
      this.#onFailure()
    }
  }

  close(): void {
    closeSync(this.#file)
  }
}

/**
 * The events in a trial's folder, in order; none when there is no log. A last line that was cut off
 * by the end of its process is left out.
 * @throws Error on any other line that is not an event.
 */
export function readEvents(folder: string): TrialEvent[] {
  const lines = readLines(join(folder, EVENTS_FILE))
  // Every whole line ends in a newline, so what stands after the last one was cut off.
  lines.pop()
  return lines.map((line, index) => parseLine(line, `${join(folder, EVENTS_FILE)}:${index + 1}`))
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function parseLine(line: string, place: string): TrialEvent {
  try {
    return eventSchema.parse(JSON.parse(line))
  } catch (error) {
    throw new Error(`${place} is not an event`, { cause: error })
  }
}
