import type { ServerSettings } from './server-settings.ts'
import type { AskedPause, TransportReply, TransportRequest } from './transport.ts'

/** Input of the client's thread. */
export interface WorkerInput {
  readonly settings: ServerSettings
  readonly key: string
}

/** Messages from the agent's thread to the client's. */
export type ToWorker =
  | { readonly type: 'send'; readonly id: number; readonly request: TransportRequest }
  | { readonly type: 'abort'; readonly id: number }

/** Messages from the client's thread to the agent's. */
export type FromWorker =
  | { readonly type: 'ready' }
  | { readonly type: 'words'; readonly id: number; readonly words: string }
  | { readonly type: 'pause'; readonly id: number; readonly pause: AskedPause }
  | { readonly type: 'reply'; readonly id: number; readonly reply: TransportReply }
