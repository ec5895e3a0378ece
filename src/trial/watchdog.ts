import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'

/** Interval of the beats of the trial's thread (ms). */
const BEAT_MS = 500
/** Maximum time without a beat, and for the trial to end after the signal to stop (ms). */
const PATIENCE_MS = 60_000

/** Indices in the memory that both threads share. */
export const BEATS = 0
export const OVER = 1
export const LATE = 2

/** Data for the watchdog's thread. */
export interface WatchdogInput {
  readonly shared: SharedArrayBuffer
  /** Folder of the trial. */
  readonly folder: string
  readonly beatMs: number
  readonly patienceMs: number
}

// A simulation replaces these later.
const { setInterval: realSetInterval, clearInterval: realClearInterval } = globalThis
const realNow = performance.now.bind(performance)

/**
 * Ends a trial that hangs: from a separate thread it writes the trial's last event and its result, and kills the process.
 */
export class Watchdog {
  readonly #memory: Int32Array
  readonly #beating: NodeJS.Timeout
  readonly #patienceMs: number
  #deadlineMs = Number.POSITIVE_INFINITY

  private constructor(memory: Int32Array, patienceMs: number) {
    this.#memory = memory
    this.#patienceMs = patienceMs
    this.#beating = realSetInterval(() => this.#beat(), BEAT_MS).unref()
  }

  /** @param folder Folder of a trial whose log exists. */
  static start(folder: string, patienceMs = PATIENCE_MS): Watchdog {
    const shared = new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT)
    // The same kind of file as this one: TypeScript from source, JavaScript in a published package.
    const file = new URL(`./watchdog-worker${extname(import.meta.url)}`, import.meta.url)
    const workerData: WatchdogInput = { shared, folder, beatMs: BEAT_MS, patienceMs }
    const worker = new Worker(file, { workerData })
    worker.unref()
    // The trial continues without it.
    worker.on('error', (error) => console.error('the trial has no watchdog:', error.message))
    return new Watchdog(new Int32Array(shared), patienceMs)
  }

  /** From now on the trial must end within the patience. */
  expectEnd(): void {
    this.#deadlineMs = Math.min(this.#deadlineMs, realNow() + this.#patienceMs)
  }

  /** Stops watching: the trial is over. */
  close(): void {
    realClearInterval(this.#beating)
    Atomics.store(this.#memory, OVER, 1)
    Atomics.notify(this.#memory, OVER)
  }

  #beat(): void {
    if (realNow() < this.#deadlineMs) Atomics.add(this.#memory, BEATS, 1)
    else Atomics.store(this.#memory, LATE, 1)
  }
}
