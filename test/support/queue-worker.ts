/** A worker in its own process, which tests kill. Its argument has its settings as JSON. */
import { z } from 'zod'
import { queueAddress } from '#queue/address'
import { runQueueWorker } from '#queue/queue-worker'

const { url, folder, command, leaseMs } = z
  .object({
    url: z.string(),
    folder: z.string(),
    command: z.tuple([z.string()], z.string()),
    leaseMs: z.number(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))

await runQueueWorker({
  ...{
    address: queueAddress(url, {}),
    atOnce: 1,
    folder,
    store: null,
    modelServers: [],
    allowServers: false,
  },
  ...{ leaseMs, command, signal: new AbortController().signal },
  listener: { onReady() {}, onStart() {}, onEnd() {}, onNotice() {} },
})
