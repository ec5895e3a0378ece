import type { ApiName, ReasoningEffort } from './api.ts'
import type { BackOff } from './back-off.ts'
import type { Provider } from './providers.ts'

/** A server, the API in which it is asked, and the limits of a call. */
export interface ServerSettings {
  readonly api: ApiName
  readonly model: string
  readonly baseUrl: string
  /** The header that carries the key. */
  readonly keyHeader: Provider['keyHeader']
  /** Whether answers arrive in parts, so that a long answer differs from silence. */
  readonly stream: boolean
  readonly reasoningEffort: ReasoningEffort | null
  /** The server's expected name for the limit of an answer; a refusal may correct it. */
  readonly limitName: Provider['limitName']
  /** Whether the server takes a key under which it caches prompts that begin alike. */
  readonly cacheKey: boolean
  /** The model's window (tokens of prompt and answer together). */
  readonly contextTokens: number
  /** Longest silence of the server (ms). */
  readonly timeoutMs: number
  /** Longest wait for the first token of a streamed answer (ms). */
  readonly firstTokenMs: number
  /** Longest call, with all its attempts and the pauses between them (ms). */
  readonly callMs: number
  /** Attempts after the first. */
  readonly retries: number
  readonly backOff: BackOff
  readonly maxAnswerChars: number
}
