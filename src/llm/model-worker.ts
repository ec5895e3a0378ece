/** The thread of the model client. Its timers and dates are real while those of the agent's thread are simulated. */
import { parentPort, workerData } from 'node:worker_threads'
import { HttpTransport } from './http-transport.ts'
import type { FromWorker, ToWorker, WorkerInput } from './worker-messages.ts'

if (!parentPort) throw new Error('this file is for a worker thread')
const port = parentPort
const { settings, key } = workerData as WorkerInput
const transport = await HttpTransport.open(settings, key)
const pending = new Map<number, AbortController>()

port.on('message', (message: ToWorker) => {
  if (message.type === 'abort') pending.get(message.id)?.abort()
  else void send(message.id, message.request)
})
post({ type: 'ready' })

async function send(id: number, request: Parameters<typeof transport.send>[0]): Promise<void> {
  const abort = new AbortController()
  pending.set(id, abort)
  const reply = await transport.send(request, abort.signal, {
    onWords: (words) => post({ type: 'words', id, words }),
    onPause: (pause) => post({ type: 'pause', id, pause }),
  })
  pending.delete(id)
  post({ type: 'reply', id, reply })
}

function post(message: FromWorker): void {
  port.postMessage(message)
}
