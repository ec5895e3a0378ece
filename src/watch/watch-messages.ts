import type { SpeedRequest, SpeedStatus } from './protocol.ts'
import type { WatchedTrial } from './server/watched-trial.ts'

/** What a worker thread serves. */
export interface WatchTask {
  readonly trials: readonly WatchedTrial[]
  readonly host: string
  readonly port: number
  readonly speed: SpeedStatus
  /** Whether the page takes orders for a companion. */
  readonly takesOrders: boolean
}

export type FromWorker =
  | { readonly type: 'listening'; readonly url: string }
  | { readonly type: 'failed'; readonly reason: string }
  /** A page has begun to follow a trial. */
  | { readonly type: 'followed' }
  /** A person has typed an order on the page. */
  | { readonly type: 'order'; readonly text: string }
  | ({ readonly type: 'speed' } & SpeedRequest)

export type ToWorker =
  | { readonly type: 'show'; readonly trials: readonly WatchedTrial[] }
  | { readonly type: 'status'; readonly status: SpeedStatus }
  | { readonly type: 'close' }
