import OpenAI, { APIConnectionTimeoutError, APIError } from 'openai'
import { Stream } from 'openai/streaming'
import { addressOf } from './address.ts'
import type { ServerError } from './api.ts'
import { limitedFetch } from './limited-fetch.ts'
import type { ServerSettings } from './server-settings.ts'
import { MAX_TIMER_MS } from './watch.ts'

/** The client of OpenAI's APIs, without its own retries and time limits. */
export class OpenAIClient {
  readonly #client: OpenAI

  constructor({ baseUrl, keyHeader }: ServerSettings, key: string) {
    this.#client = new OpenAI({
      apiKey: key,
      // Without null, the client reads it from the environment.
      adminAPIKey: null,
      ...addressOf(baseUrl),
      ...(keyHeader === 'api-key' && {
        defaultHeaders: { 'api-key': key, authorization: null },
      }),
      // We handle retries and time limits: the client's do not cover a stream that has begun.
      maxRetries: 0,
      timeout: MAX_TIMER_MS,
      logLevel: 'off',
    })
  }

  /** @param onLife called whenever data arrives over the connection. */
  connect(onLife: () => void): OpenAI {
    return this.#client.withOptions({ fetch: (input, init) => limitedFetch(input, init, onLife) })
  }
}

/** Reads a response as a stream of events. */
export function eventsOf(client: OpenAI): (response: Response) => AsyncIterable<unknown> {
  return (response) => Stream.fromSSEResponse(response, new AbortController(), client)
}

/** The error behind what the client has thrown; undefined for another kind. */
export function openAIError(thrown: unknown): ServerError | undefined {
  if (!(thrown instanceof APIError)) return undefined
  return {
    status: thrown.status,
    message: thrown.message,
    code: thrown.code ?? thrown.type ?? null,
    parameter: thrown.param ?? null,
    headers: thrown.headers,
    body: thrown.error,
    cause: thrown.cause instanceof Error ? thrown : undefined,
    isTimeout: thrown instanceof APIConnectionTimeoutError,
  }
}
