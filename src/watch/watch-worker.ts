import { parentPort, workerData } from 'node:worker_threads'
import type { Speed } from '#clock/pace'
import { pageFiles } from './assets/page-files.ts'
import { versionFiles } from './assets/version-files.ts'
import type { SpeedStatus } from './protocol.ts'
import { WatchServer } from './server/watch-server.ts'
import type { FromWorker, ToWorker, WatchTask } from './watch-messages.ts'

// The thread of the server: simulated time, which replaces the timers of the trial's own thread, does
// not reach here.
if (!parentPort) throw new Error('this file is the start of a worker thread')
const port = parentPort
const { trials, host, port: webPort, speed } = workerData as WatchTask

let status: SpeedStatus = speed
const asked: ((status: SpeedStatus) => void)[] = []
const tell = (message: FromWorker) => port.postMessage(message)

/** The speed of a trial that passes as its settings say. */
function settledSpeed(id: string): Speed {
  return trials.find((trial) => trial.id === id)?.settings?.speed ?? 'max'
}

try {
  const server = await WatchServer.start({
    trials,
    host,
    port: webPort,
    assets: { pageFiles, versionFiles },
    control: {
      status: (id) => (status.controllable ? status : { ...status, speed: settledSpeed(id) }),
      change(_id, { speed }) {
        tell({ type: 'speed', speed })
        return new Promise((resolve) => asked.push(resolve))
      },
    },
  })
  port.on('message', (message: ToWorker) => {
    if (message.type === 'close') {
      // Of this thread alone, with whatever the bundler has left open.
      server.close().then(() => process.exit())
      return
    }
    if (message.type === 'show') {
      server.show(message.trials)
      return
    }
    status = message.status
    for (const answer of asked.splice(0)) answer(status)
  })
  tell({ type: 'listening', url: server.url })
} catch (error) {
  tell({ type: 'failed', reason: error instanceof Error ? error.message : String(error) })
}
