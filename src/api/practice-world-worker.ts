/** Runs a practice world in its own thread, whose end is the end of everything that the world started. */
import { parentPort, workerData } from 'node:worker_threads'
import { PracticeWorld, type PracticeWorldOptions } from '#world/practice-world'
import { callsOf, type WorldCall } from './practice-world-calls.ts'

/** What the thread is asked to do. */
export interface CallRequest {
  readonly id: number
  readonly call: WorldCall
  readonly values: readonly unknown[]
}

/** What the thread answers: its port, why it cannot start, or the outcome of a call. */
export type WorldMessage =
  | { readonly type: 'ready'; readonly port: number }
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'done'; readonly id: number; readonly value: unknown }
  | { readonly type: 'wrong'; readonly id: number; readonly reason: string }

/** A test's bot can act sooner with the columns next to it; the others follow, one a tick (chunks). */
const JOIN_DISTANCE = 2

const send = (message: WorldMessage) => parentPort?.postMessage(message)
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

try {
  const options = workerData as PracticeWorldOptions
  const world = await PracticeWorld.start({ ...options, joinDistance: JOIN_DISTANCE })
  const calls = callsOf(world)
  parentPort?.on('message', async ({ id, call, values }: CallRequest) => {
    try {
      const work = calls[call] as (...values: readonly unknown[]) => unknown
      send({ type: 'done', id, value: await work(...values) })
    } catch (error) {
      send({ type: 'wrong', id, reason: reasonOf(error) })
    }
  })
  send({ type: 'ready', port: world.port })
} catch (error) {
  send({ type: 'failed', reason: reasonOf(error) })
}
