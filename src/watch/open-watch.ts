import { Worker } from 'node:worker_threads'
import type { Pace } from '#clock/pace'
import { UsageError } from '#trial/usage-error'
import { plainError } from '#wire/plain-text'
import type { SpeedRequest, SpeedStatus } from './protocol.ts'
import type { WatchedTrial } from './server/watched-trial.ts'
import type { FromWorker, ToWorker, WatchTask } from './watch-messages.ts'

export interface OpenWatchOptions {
  readonly trials: readonly WatchedTrial[]
  /** Address to listen on; from any but this machine's own, a token is asked for. */
  readonly host: string
  readonly port: number
  /** Speed of the one trial in this process, to be changed by the page; null where it cannot be. */
  readonly pace: Pace | null
}

/** A server that shows trials, in a thread of its own. */
export interface Watch {
  /** Address to open in a browser. */
  readonly url: string
  /** Shows these trials and no others from now on. */
  show(trials: readonly WatchedTrial[]): void
  /** Ends it, once pages have the rest of what they are shown. */
  close(): Promise<void>
}

/**
 * Serves the page of some trials, whether or not they have begun. To be called before the trial's
 * simulation is installed.
 * @throws UsageError when the address cannot be listened on.
 */
export async function openWatch({ pace, ...task }: OpenWatchOptions): Promise<Watch> {
  const workerData: WatchTask = { ...task, speed: statusOf(pace) }
  const worker = new Worker(new URL(`./watch-worker${EXTENSION}`, import.meta.url), { workerData })
  const gone = new Promise((resolve) => worker.once('exit', resolve))
  const tell = (message: ToWorker) => worker.postMessage(message)
  const url = await new Promise<string>((resolve, reject) => {
    worker.once('error', reject)
    worker.on('message', (message: FromWorker) => {
      if (message.type === 'listening') resolve(message.url)
      if (message.type === 'failed') reject(cannotListen(task, message.reason))
      if (message.type !== 'speed') return
      if (pace) change(pace, message)
      tell({ type: 'status', status: statusOf(pace) })
    })
  })
  worker.on('error', (error) => {
    console.error('the page is gone:', plainError(error))
    // The trial goes on without it, also where it had stopped time.
    pace?.run(pace.speed)
  })
  return {
    url,
    show: (trials) => tell({ type: 'show', trials }),
    async close() {
      tell({ type: 'close' })
      await gone
    },
  }
}

/** Sources run as they are; a package has them compiled. */
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
      ? `port ${port} is in use; give another one with --web-port, or 0 for any`
      : `cannot listen on ${host}:${port} (${reason}); give another --web-host or --web-port`,
  )
}
