import { closeSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, createGzip, type Gzip } from 'node:zlib'
import { RECORDING_FILE } from '#trial/event-log'
import type { RecordingHeader, RecordingLine, ViewMessage } from '../recording-format.ts'

/** Takes a message down with the tick at which it is true. */
export type Say = (message: ViewMessage) => void

/**
 * Writes a recording so that it can be read while it grows, and after a crash. Compression goes on in
 * another thread, so that simulated time never waits for it. Whatever goes wrong, a full disk for
 * one, ends the recording and not the trial.
 */
export class RecordingWriter {
  /** Null when it could not be opened. */
  #file: number | null = null
  readonly #gzip: Gzip
  readonly #over: Promise<void>
  #lines: string[] = []
  #failure: Error | null = null

  /** Begins the recording of a trial, in the place of one that was left behind. */
  constructor(folder: string, header: RecordingHeader) {
    try {
      this.#file = openSync(join(folder, RECORDING_FILE), 'w')
    } catch (error) {
      this.fail(error)
    }
    this.#gzip = createGzip({ flush: constants.Z_SYNC_FLUSH })
    this.#gzip.on('data', (piece: Buffer) => this.#store(piece))
    this.#over = new Promise((resolve) => this.#gzip.once('end', resolve))
    this.#lines.push(JSON.stringify(header))
  }

  /** Why the recording stops short; null when it does not. */
  get failure(): Error | null {
    return this.#failure
  }

  write(line: RecordingLine): void {
    if (!this.#failure) this.#lines.push(JSON.stringify(line))
  }

  /** Ends the recording with what was written before. */
  fail(error: unknown): void {
    this.#failure ??= error instanceof Error ? error : new Error(String(error))
  }

  /** Makes what was written readable, soon. */
  flush(): void {
    if (this.#lines.length === 0) return
    this.#gzip.write(`${this.#lines.join('\n')}\n`)
    this.#lines = []
  }

  async close(): Promise<void> {
    this.flush()
    this.#gzip.end()
    await this.#over
    if (this.#file !== null) closeSync(this.#file)
  }

  #store(piece: Buffer): void {
    if (this.#failure || this.#file === null) return
    try {
      writeFileSync(this.#file, piece)
    } catch (error) {
      this.fail(error)
    }
  }
}
