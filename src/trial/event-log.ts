import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { eventSchema, type TrialEvent } from '../episode/events.ts'
import { plainJson } from '../text/plain-text.ts'

export const EVENTS_FILE = 'events.jsonl'
/** The recording that may lie beside it: gzip of one JSON value a line, the header first. */
export const RECORDING_FILE = 'recording.jsonl.gz'

/**
 * A trial's `events.jsonl`, written line by line as things happen. Writing is synchronous: a killed
 * process loses at most the line it was at, and simulated time never waits for a file.
 */
export class EventLog {
  readonly #file: number

  private constructor(file: number) {
    this.#file = file
  }

  /** Starts the log of a new trial. @throws Error (`EEXIST`) when the folder has one already. */
  static create(folder: string): EventLog {
    return new EventLog(openSync(join(folder, EVENTS_FILE), 'ax'))
  }

  append(event: TrialEvent): void {
    writeSync(this.#file, `${plainJson(event)}\n`)
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
