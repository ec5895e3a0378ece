import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ServerSettings } from './server-settings.ts'
import {
  type CallListener,
  notSent,
  type Transport,
  type TransportReply,
  type TransportRequest,
} from './transport.ts'
import type { FromWorker, ToWorker, WorkerInput } from './worker-messages.ts'

const ABORTED = notSent({ kind: 'aborted', detail: 'stopped' })

interface Pending {
  readonly listener: CallListener
  resolve(reply: TransportReply): void
  reject(error: Error): void
}

/** The client in a separate thread on the wall clock, for an agent in simulated time. Open it before that time passes. */
export class WorkerTransport implements Transport {
  readonly #worker: Worker
  readonly #pending = new Map<number, Pending>()
  #lastId = 0
  #gone: Error | undefined

  private constructor(worker: Worker) {
    this.#worker = worker
    worker.on('message', (message: FromWorker) => {
      if (message.type === 'words') this.#pending.get(message.id)?.listener.onWords?.(message.words)
      else if (message.type === 'pause')
        this.#pending.get(message.id)?.listener.onPause?.(message.pause)
      else if (message.type === 'reply') this.#pending.get(message.id)?.resolve(message.reply)
    })
    const onGone = (error: Error) => {
      this.#gone ??= error
      for (const { reject } of this.#pending.values()) reject(error)
    }
    worker.on('error', onGone)
    worker.on('exit', () => onGone(new Error('the thread of the model client has ended')))
    // An idle client must not keep the process alive.
    worker.unref()
  }

  static open(settings: ServerSettings, key: string): Promise<WorkerTransport> {
    // TypeScript when run from source, JavaScript in the published package.
    const file = new URL(`./model-worker${extname(import.meta.url)}`, import.meta.url)
    const workerData: WorkerInput = { settings, key }
    const worker = new Worker(file, { workerData })
    return new Promise((resolve, reject) => {
      worker.once('error', reject)
      worker.once('message', () => {
        worker.off('error', reject)
        resolve(new WorkerTransport(worker))
      })
    })
  }

  async send(
    request: TransportRequest,
    signal: AbortSignal,
    listener: CallListener = {},
  ): Promise<TransportReply> {
    if (signal.aborted) return ABORTED
    if (this.#gone) throw this.#gone
    const id = ++this.#lastId
    const onAbort = () => {
      this.#post({ type: 'abort', id })
      this.#pending.get(id)?.resolve(ABORTED)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    this.#worker.ref()
    try {
      return await new Promise<TransportReply>((resolve, reject) => {
        this.#pending.set(id, { resolve, reject, listener })
        this.#post({ type: 'send', id, request })
      })
    } finally {
      signal.removeEventListener('abort', onAbort)
      this.#pending.delete(id)
      if (this.#pending.size === 0) this.#worker.unref()
    }
  }

  async close(): Promise<void> {
    for (const { resolve } of this.#pending.values()) resolve(ABORTED)
    await this.#worker.terminate()
  }

  #post(message: ToWorker): void {
    this.#worker.postMessage(message)
  }
}
