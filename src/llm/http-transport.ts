import OpenAI from 'openai'
import { type Attempt, attempt } from './attempt.ts'
import { type BackOff, pause, pauseMs } from './back-off.ts'
import { Dialect, type DialectSettings } from './dialect.ts'
import { failed } from './failure-of.ts'
import type { Usage } from './model.ts'
import type { Provider } from './providers.ts'
import { RequestSize, ServerSize } from './request-size.ts'
import { quotable, redact } from './secret.ts'
import { countTokens, messageTokens } from './tokens.ts'
import type { Transport, TransportReply, TransportRequest } from './transport.ts'

/** A server with the chat completions API, and the limits of a call. */
export interface ServerSettings extends DialectSettings {
  /** The header that carries the key. */
  readonly keyHeader: Provider['keyHeader']
  readonly model: string
  readonly baseUrl: string
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

/** The longest possible timer: `Watch` enforces the limits of an attempt. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1

/** A server over HTTP. It uses the wall clock, so an agent in simulated time needs `WorkerTransport`. */
export class HttpTransport implements Transport {
  readonly #settings: ServerSettings
  readonly #key: string
  readonly #client: OpenAI
  readonly #dialect: Dialect
  readonly #size: ServerSize
  readonly #pause: typeof pause

  /** @param pauseFor waits between attempts. */
  constructor(settings: ServerSettings, key: string, pauseFor: typeof pause = pause) {
    this.#settings = settings
    this.#key = key
    this.#pause = pauseFor
    this.#dialect = new Dialect(settings)
    this.#size = new ServerSize(settings.contextTokens)
    this.#client = new OpenAI({
      apiKey: key,
      // Without null, the client reads it from the environment.
      adminAPIKey: null,
      ...addressOf(settings.baseUrl),
      ...(settings.keyHeader === 'api-key' && {
        defaultHeaders: { 'api-key': key, authorization: null },
      }),
      // We handle retries and time limits: the client's do not cover a stream that has begun.
      maxRetries: 0,
      timeout: MAX_TIMEOUT_MS,
      logLevel: 'off',
    })
  }

  async send(request: TransportRequest, signal: AbortSignal): Promise<TransportReply> {
    const start = performance.now()
    const { retries, backOff, callMs } = this.#settings
    const leftMs = () => start + callMs - performance.now()
    const size = new RequestSize(this.#size, request)
    let dropped = 0
    let maxOutputTokens = request.maxOutputTokens
    const bill = new Bill()
    const replyWith = (outcome: TransportReply['outcome']): TransportReply => ({
      outcome: this.#redacted(outcome),
      thoughts: redact(bill.thoughts, this.#key),
      usage: bill.usage,
      responseModel: bill.model && quotable(bill.model, this.#key),
      latencyMs: Math.round(performance.now() - start),
      attempts: bill.attempts,
      droppedMessages: dropped,
      maxOutputTokens,
    })
    for (let retry = 0; ; ) {
      if (signal.aborted) return replyWith(failed('aborted', 'stopped'))
      const sized = size.fit()
      if (!sized) return replyWith(failed('window', size.objection))
      const { request: sent } = sized
      dropped = sized.dropped
      maxOutputTokens = sent.maxOutputTokens
      const result = await this.#attempt(sent, leftMs(), signal)
      bill.add(result, sent)
      const isCramped = result.reported.thoughts !== '' && size.noteThoughts()
      if (result.ok && result.finishReason === 'length' && isCramped && size.grow()) continue
      if (result.ok) return replyWith(result)
      if (result.limits && size.shrink(result.limits)) continue
      if (result.limits) return replyWith(failed('window', size.objection))
      if (result.lacksRoom && size.grow()) continue
      if (result.refusal && this.#dialect.learn(result.refusal, sent)) continue
      if (!result.passing || retry >= retries) return replyWith(result)
      const restMs = pauseMs(backOff, retry++, result.retryAfterMs, Math.random())
      if (restMs >= leftMs()) return replyWith(result)
      await this.#pause(restMs, signal)
    }
  }

  async close(): Promise<void> {}

  /** The server's capabilities, as far as they are known. */
  get takes(): Pick<Dialect, 'streams' | 'takesSchema'> {
    return this.#dialect
  }

  #attempt(request: TransportRequest, totalMs: number, signal: AbortSignal): Promise<Attempt> {
    const { model, timeoutMs: silenceMs, firstTokenMs, maxAnswerChars } = this.#settings
    const limits = { silenceMs, firstTokenMs, totalMs, maxAnswerChars }
    return attempt(this.#client, model, request, this.#dialect, limits, signal)
  }

  /** Removes keys from an outcome: servers quote them in errors and in answers. */
  #redacted(outcome: TransportReply['outcome']): TransportReply['outcome'] {
    if (outcome.ok) {
      const { text, finishReason } = outcome
      return {
        ok: true,
        text: redact(text, this.#key),
        finishReason: quotable(finishReason, this.#key),
      }
    }
    const { kind, detail } = outcome.failure
    return { ok: false, failure: { kind, detail: quotable(detail, this.#key) } }
  }
}

/** An address without its query, which each request appends to its own path. */
function addressOf(baseUrl: string) {
  const url = new URL(baseUrl)
  const defaultQuery = Object.fromEntries(url.searchParams)
  url.search = ''
  return { baseURL: url.href.replace(/\/$/, ''), defaultQuery }
}

/** The usage of all attempts of one call. */
class Bill {
  attempts = 0
  usage: Usage | null = null
  model: string | null = null
  thoughts = ''

  add(result: Attempt, request: TransportRequest): void {
    this.attempts++
    const { usage, model, thoughts } = result.reported
    this.thoughts = thoughts || this.thoughts
    this.model = model ?? this.model
    if (usage) this.#sum({ ...usage, estimated: false })
    else if (result.ok) this.#sum(estimate(request, result.text))
  }

  #sum(usage: Usage): void {
    const { inputTokens, outputTokens, estimated } = usage
    const cachedTokens = sumOf(this.usage?.cachedTokens, usage.cachedTokens)
    const reasoningTokens = sumOf(this.usage?.reasoningTokens, usage.reasoningTokens)
    this.usage = {
      ...(cachedTokens !== undefined && { cachedTokens }),
      ...(reasoningTokens !== undefined && { reasoningTokens }),
      inputTokens: (this.usage?.inputTokens ?? 0) + inputTokens,
      outputTokens: (this.usage?.outputTokens ?? 0) + outputTokens,
      estimated: estimated || (this.usage?.estimated ?? false),
    }
  }
}

function sumOf(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0)
}

function estimate({ messages }: TransportRequest, text: string): Usage {
  return {
    inputTokens: messages.reduce((sum, message) => sum + messageTokens(message), 0),
    outputTokens: countTokens(text),
    estimated: true,
  }
}
