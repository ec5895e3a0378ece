import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'

/** How often the trial's thread shows that it lives (ms). */
const BEAT_MS = 500
/** How long it may show no life, and how long it may take to end once it was told to (ms). */
const PATIENCE_MS = 60_000

/** Places in the memory that both threads see. */
export const BEATS = 0
export const OVER = 1

/** What the watchdog's thread gets at its start. */
export interface WatchdogInput {
  readonly shared: SharedArrayBuffer
  /** Folder of the trial. */
  readonly folder: string
  readonly beatMs: number
  readonly patienceMs: number
}

// Taken before a simulation can replace them.
const { setInterval: realSetInterval, clearInterval: realClearInterval } = globalThis
const realNow = performance.now.bind(performance)

/**
 * Ends a trial that cannot end itself, whatever it hangs in: from a thread of its own it writes the
 * trial's last event and its result, and kills the process.
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

  /** @param folder that of a trial whose log has begun. */
  static start(folder: string, patienceMs = PATIENCE_MS): Watchdog {
    const shared = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)
    // The same kind of file as this one: TypeScript from source, JavaScript in a published package.
    const file = new URL(`./watchdog-worker${extname(import.meta.url)}`, import.meta.url)
    const workerData: WatchdogInput = { shared, folder, beatMs: BEAT_MS, patienceMs }
    const worker = new Worker(file, { workerData })
    worker.unref()
    // A trial does without it rather than not at all.
    worker.on('error', (error) => console.error('nobody watches over the trial:', error.message))
    return new Watchdog(new Int32Array(shared), patienceMs)
  }

  /** The trial was told to end, and has so long for it. */
  expectEnd(): void {
    this.#deadlineMs = Math.min(this.#deadlineMs, realNow() + this.#patienceMs)
  }

  /** The trial is over. */
  close(): void {
    realClearInterval(this.#beating)
    Atomics.store(this.#memory, OVER, 1)
    Atomics.notify(this.#memory, OVER)
  }

  #beat(): void {
    if (realNow() < this.#deadlineMs) Atomics.add(this.#memory, BEATS, 1)
  }
}
