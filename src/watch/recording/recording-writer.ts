import { closeSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, createGzip, type Gzip } from 'node:zlib'
import { RECORDING_FILE } from '#trial/event-log'
import type { RecordingHeader, RecordingLine, ViewMessage } from '../recording-format.ts'

/** Records a message with the current tick. */
export type Emit = (message: ViewMessage) => void

/**
 * Writes a recording that can be read while it grows, and after a crash. Compression runs in another thread,
 * so that simulated time does not wait for it. An error, such as a full disk, ends the recording but not the
 * trial.
 */
export class RecordingWriter {
  /** Null if the file could not be opened. */
  #file: number | null = null
  readonly #gzip: Gzip
  readonly #over: Promise<void>
  #lines: string[] = []
  #failure: Error | null = null

  /** Starts the recording of a trial, and overwrites an earlier one. */
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

  /** Why the recording is incomplete; null if it is complete. */
  get failure(): Error | null {
    return this.#failure
  }

  write(line: RecordingLine): void {
    if (!this.#failure) this.#lines.push(JSON.stringify(line))
  }

  /** Ends the recording after what has been written. */
  fail(error: unknown): void {
    this.#failure ??= error instanceof Error ? error : new Error(String(error))
  }

  /** Passes written lines to compression, so that readers see them soon. */
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
