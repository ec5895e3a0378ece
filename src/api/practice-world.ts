import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Difficulty } from '#knowledge/difficulty'
import { isServed, notServed } from '#world/served-versions'
import type { InventoryRequest, WorldMessage } from './practice-world-worker.ts'

/** The practice world, for tests of any bot: `mineflayer-delver/practice-world`. */
export interface PracticeWorldOptions {
  /** One seed is one world; by default, 1. */
  readonly seed?: number
  /** Minecraft version; by default, 1.16.5. */
  readonly version?: string
  /** By default, `normal`. */
  readonly difficulty?: Difficulty
  /** Time of day at which the world starts (ticks since sunrise); by default, 0. */
  readonly time?: number
  /** Address to listen on; by default, `127.0.0.1`. */
  readonly host?: string
  /** Port to listen on; by default, any free port. */
  readonly port?: number
}

/** A running practice world. It has no accounts: any offline client on this machine can join. */
export interface PracticeWorld {
  readonly host: string
  readonly port: number
  readonly version: string
  /** What the server's own inventory holds for a player, by item; null for a player who never joined. */
  inventory(player: string): Promise<Readonly<Record<string, number>> | null>
  /** Disconnects all players and frees the port. */
  close(): Promise<void>
}

const DEFAULT_VERSION = '1.16.5'
const LOOPBACK = '127.0.0.1'

/**
 * Serves a seeded survival world over the Minecraft protocol, in real time, from its own thread. It leaves the
 * timers and handlers of the calling process alone.
 * @throws RangeError for a version that the practice world does not serve.
 * @throws Error when the address cannot be listened on.
 */
export async function createPracticeWorld(
  options: PracticeWorldOptions = {},
): Promise<PracticeWorld> {
  const { seed = 1, version = DEFAULT_VERSION, difficulty = 'normal', host = LOOPBACK } = options
  if (!isServed(version)) throw new RangeError(notServed(version))
  const worker = new Worker(
    new URL(`./practice-world-worker${extname(import.meta.url)}`, import.meta.url),
    { workerData: { ...options, seed, version, difficulty, host } },
  )
  const waiting = new Map<number, (held: Readonly<Record<string, number>> | null) => void>()
  let asked = 0
  const port = await new Promise<number>((resolve, reject) => {
    worker.on('error', reject)
    worker.on('message', (message: WorldMessage) => {
      if (message.type === 'ready') resolve(message.port)
      else if (message.type === 'failed')
        reject(new Error(`the practice world cannot start: ${message.reason}`))
      else waiting.get(message.id)?.(message.held)
    })
  }).catch(async (error: unknown) => {
    await worker.terminate()
    throw error
  })
  return {
    ...{ host, port, version },
    inventory(player) {
      const request: InventoryRequest = { id: ++asked, player }
      return new Promise((resolve) => {
        waiting.set(request.id, (held) => {
          waiting.delete(request.id)
          resolve(held)
        })
        worker.postMessage(request)
      })
    },
    async close() {
      await worker.terminate()
    },
  }
}
