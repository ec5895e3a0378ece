import { parentPort, workerData } from 'node:worker_threads'
import type { Speed } from '#clock/pace'
import { pageFiles } from './assets/page-files.ts'
import { versionFiles } from './assets/version-files.ts'
import type { SpeedStatus } from './protocol.ts'
import { WatchServer } from './server/watch-server.ts'
import type { FromWorker, ToWorker, WatchTask } from './watch-messages.ts'

// The server runs in its own thread, because the simulation replaces the timers of the trial's thread.
if (!parentPort) throw new Error('this file must run as a worker thread')
const port = parentPort
const { trials, host, port: webPort, speed, takesOrders } = workerData as WatchTask

let status: SpeedStatus = speed
const pending: ((status: SpeedStatus) => void)[] = []
const send = (message: FromWorker) => port.postMessage(message)

/** The speed in a trial's settings. */
function speedSetting(id: string): Speed {
  return trials.find((trial) => trial.id === id)?.settings?.speed ?? 'max'
}

try {
  const server = await WatchServer.start({
    trials,
    host,
    port: webPort,
    assets: { pageFiles, versionFiles },
    orders: takesOrders ? (text) => send({ type: 'order', text }) : null,
    onFollowed: () => send({ type: 'followed' }),
    control: {
      status: (id) => (status.controllable ? status : { ...status, speed: speedSetting(id) }),
      change(_id, { speed }) {
        send({ type: 'speed', speed })
        return new Promise((resolve) => pending.push(resolve))
      },
    },
  })
  port.on('message', (message: ToWorker) => {
    if (message.type === 'close') {
      // This ends only the thread; the bundler may have left handles open.
      server.close().then(() => process.exit())
      return
    }
    if (message.type === 'show') {
      server.show(message.trials)
      return
    }
    status = message.status
    for (const answer of pending.splice(0)) answer(status)
  })
  send({ type: 'listening', url: server.url })
} catch (error) {
  send({ type: 'failed', reason: error instanceof Error ? error.message : String(error) })
}
