import { Worker } from 'node:worker_threads'
import type { Pace } from '#clock/pace'
import { UsageError } from '#trial/errors'
import { plainError } from '#wire/plain-text'
import type { SpeedRequest, SpeedStatus } from './protocol.ts'
import type { WatchedTrial } from './server/watched-trial.ts'
import type { FromWorker, ToWorker, WatchTask } from './watch-messages.ts'

export interface OpenWatchOptions {
  readonly trials: readonly WatchedTrial[]
  /** Address to listen on. Requests need a token unless it is a loopback address. */
  readonly host: string
  readonly port: number
  /** Speed of the trial in this process, which the page can change; null for trials in other processes. */
  readonly pace: Pace | null
  /** Receives orders that people type on the page; omitted where nothing takes orders. */
  readonly onOrder?: ((text: string) => void) | undefined
}

/** A server that shows trials, in its own thread. */
export interface Watch {
  /** Address to open in a browser. */
  readonly url: string
  /** Resolves when a page follows a trial for the first time. */
  readonly followed: Promise<void>
  /** Replaces the trials that are shown. */
  show(trials: readonly WatchedTrial[]): void
  /** Closes the server, after giving pages a short time to receive the rest. */
  close(): Promise<void>
}

/**
 * Serves the page of trials, which may not have started yet. Must be called before the trial's simulation
 * is installed.
 * @throws UsageError when the server cannot listen on the address.
 */
export async function openWatch({ pace, onOrder, ...task }: OpenWatchOptions): Promise<Watch> {
  const workerData: WatchTask = {
    ...task,
    speed: statusOf(pace),
    takesOrders: onOrder !== undefined,
  }
  const worker = new Worker(new URL(`./watch-worker${EXTENSION}`, import.meta.url), { workerData })
  const exited = new Promise((resolve) => worker.once('exit', resolve))
  const followed = Promise.withResolvers<void>()
  const send = (message: ToWorker) => worker.postMessage(message)
  const url = await new Promise<string>((resolve, reject) => {
    worker.once('error', reject)
    worker.on('message', (message: FromWorker) => {
      if (message.type === 'listening') resolve(message.url)
      if (message.type === 'followed') followed.resolve()
      if (message.type === 'failed') reject(cannotListen(task, message.reason))
      if (message.type === 'order') onOrder?.(message.text)
      if (message.type !== 'speed') return
      if (pace) change(pace, message)
      send({ type: 'status', status: statusOf(pace) })
    })
  })
  worker.on('error', (error) => {
    console.error('the watch server has stopped:', plainError(error))
    // The trial continues without the page, even if the page had paused it.
    pace?.run(pace.speed)
  })
  return {
    url,
    followed: followed.promise,
    show: (trials) => send({ type: 'show', trials }),
    async close() {
      send({ type: 'close' })
      await exited
    },
  }
}

/** The package contains compiled JavaScript, a clone runs TypeScript. */
const EXTENSION = import.meta.url.endsWith('.ts') ? '.ts' : '.js'

function change(pace: Pace, { speed }: SpeedRequest): void {
  if (speed === 'pause') pace.pause()
  else pace.run(speed)
}

function statusOf(pace: Pace | null): SpeedStatus {
  return pace
    ? { speed: pace.speed, paused: pace.paused, controllable: true }
    : { speed: 'max', paused: false, controllable: false }
}

function cannotListen({ host, port }: { host: string; port: number }, reason: string): UsageError {
  return new UsageError(
    reason.includes('EADDRINUSE')
      ? `port ${port} is in use; choose another with --web-port, or 0 for any free port`
      : `cannot listen on ${host}:${port} (${reason}); choose another --web-host or --web-port`,
  )
}
