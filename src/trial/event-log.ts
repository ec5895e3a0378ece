import { closeSync, fstatSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventSchema, type TrialEvent } from '#events/events'
import { MAX_TRIAL_FILE_BYTES, readGuardedText } from '#wire/guarded-file'
import { plainJson } from '#wire/plain-text'
import { cannotWrite, type SystemError, UsageError } from './errors.ts'

export const EVENTS_FILE = 'events.jsonl'
/** The optional recording: gzip of one JSON value a line, the header first. */
export const RECORDING_FILE = 'recording.jsonl.gz'

/**
 * A trial's `events.jsonl`, one line an event. Writing is synchronous: a killed process loses at most one line, and
 * simulated time never waits for a file.
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
        throw new UsageError(`${folder} already contains a trial; give another --out`)
      throw cannotWrite(path, error)
    }
  }

  /** Why the log is incomplete: after a failed write nothing more is written. Null when it is complete. */
  get failure(): SystemError | null {
    return this.#failure
  }

  /** Whether another process has deleted the log. */
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
 * The events in a trial's folder, in order; none when there is no log. A last line that is cut off
 * because its process ended is left out.
 * @throws Error on any other line that is not an event.
 * @throws RefusedFile when the log is a link, not a regular file, or too large.
 */
export function readEvents(folder: string): TrialEvent[] {
  const path = join(folder, EVENTS_FILE)
  const lines = readGuardedText(path, MAX_TRIAL_FILE_BYTES)?.split('\n') ?? []
  // Every whole line ends in a newline, so the text after the last one is an incomplete line.
  lines.pop()
  return lines.map((line, index) => parseLine(line, `${path}:${index + 1}`))
}

function parseLine(line: string, place: string): TrialEvent {
  try {
    return eventSchema.parse(JSON.parse(line))
  } catch (error) {
    throw new Error(`${place} is not an event`, { cause: error })
  }
}
