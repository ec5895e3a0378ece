/** Runs a practice world in its own thread, whose end is the end of everything that the world started. */
import { parentPort, workerData } from 'node:worker_threads'
import { PracticeWorld, type PracticeWorldOptions } from '#world/practice-world'

/** What the thread is asked. */
export interface InventoryRequest {
  readonly id: number
  readonly player: string
}

/** What the thread answers: its port, why it cannot start, or an inventory. */
export type WorldMessage =
  | { readonly type: 'ready'; readonly port: number }
  | { readonly type: 'failed'; readonly reason: string }
  | {
      readonly type: 'inventory'
      readonly id: number
      readonly held: Readonly<Record<string, number>> | null
    }

const send = (message: WorldMessage) => parentPort?.postMessage(message)

try {
  const world = await PracticeWorld.start(workerData as PracticeWorldOptions)
  parentPort?.on('message', ({ id, player }: InventoryRequest) =>
    send({ type: 'inventory', id, held: world.carried(player)?.held ?? null }),
  )
  send({ type: 'ready', port: world.port })
} catch (error) {
  send({ type: 'failed', reason: error instanceof Error ? error.message : String(error) })
}
