import type { ServerSettings } from './http-transport.ts'
import type { TransportReply, TransportRequest } from './transport.ts'

/** What the thread of the client gets at its start. */
export interface WorkerInput {
  readonly settings: ServerSettings
  readonly key: string
}

/** From the agent's thread to the client's. */
export type ToWorker =
  | { readonly type: 'send'; readonly id: number; readonly request: TransportRequest }
  | { readonly type: 'abort'; readonly id: number }

/** And back. */
export type FromWorker =
  | { readonly type: 'ready' }
  | { readonly type: 'reply'; readonly id: number; readonly reply: TransportReply }
