import { counted } from '#wire/wording'
import type { Api, Capabilities } from './api.ts'
import { openApi } from './apis.ts'
import { type Attempt, attempt } from './attempt.ts'
import { pause, pauseMs } from './back-off.ts'
import { type Failed, failed } from './failure-of.ts'
import type { Usage } from './model.ts'
import { RequestSize, ServerSize } from './request-size.ts'
import { quotable, redact } from './secret.ts'
import type { ServerSettings } from './server-settings.ts'
import { countTokens, promptTokens } from './tokens.ts'
import type {
  CallListener,
  Transport,
  TransportAnswer,
  TransportReply,
  TransportRequest,
} from './transport.ts'
import { WordStream } from './word-stream.ts'

/** Shorter pauses are not reported (ms). */
const MIN_REPORTED_MS = 500

/** A server over HTTP. It uses the wall clock, so an agent in simulated time needs `WorkerTransport`. */
export class HttpTransport implements Transport {
  readonly #settings: ServerSettings
  readonly #key: string
  readonly #api: Api
  readonly #size: ServerSize
  readonly #pause: typeof pause

  private constructor(settings: ServerSettings, key: string, api: Api, pauseFor: typeof pause) {
    this.#settings = settings
    this.#key = key
    this.#api = api
    this.#pause = pauseFor
    const { contextTokens, reasoningEffort } = settings
    const thinks = reasoningEffort !== null && reasoningEffort !== 'none'
    this.#size = new ServerSize(contextTokens, thinks)
  }

  /**
   * Loads the client of the server's API; no request is sent.
   * @param pauseFor waits between attempts.
   */
  static async open(
    settings: ServerSettings,
    key: string,
    pauseFor: typeof pause = pause,
  ): Promise<HttpTransport> {
    return new HttpTransport(settings, key, await openApi(settings, key), pauseFor)
  }

  async send(
    request: TransportRequest,
    signal: AbortSignal,
    listener: CallListener = {},
  ): Promise<TransportReply> {
    const words = new WordStream(this.#key, listener.onWords)
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
      const result = await this.#attempt(sent, leftMs(), signal, words)
      bill.add(result, sent)
      const isCramped = result.reported.thoughts !== '' && size.noteThoughts()
      if (result.ok && result.finishReason === 'length' && isCramped && size.grow()) continue
      if (result.ok) return replyWith(result)
      if (result.limits && size.shrink(result.limits)) continue
      if (result.limits) return replyWith(failed('window', size.objection))
      if (result.lacksRoom && size.grow()) continue
      if (result.refusal && this.#api.learn(result.refusal, sent)) continue
      if (!result.passing || retry >= retries) return replyWith(result)
      const restMs = pauseMs(backOff, retry++, result.retryAfterMs, Math.random())
      if (restMs === null) return replyWith(this.#tooBusy(result))
      if (restMs >= leftMs()) return replyWith(result)
      if (result.retryAfterMs !== null && restMs >= MIN_REPORTED_MS)
        listener.onPause?.({
          seconds: Math.round(restMs / 100) / 10,
          host: this.#host,
          detail: quotable(result.failure.detail, this.#key),
        })
      await this.#pause(restMs, signal)
    }
  }

  async close(): Promise<void> {}

  /** The server's capabilities, as far as they are known. */
  get takes(): Capabilities {
    return this.#api.takes
  }

  #attempt(
    request: TransportRequest,
    totalMs: number,
    signal: AbortSignal,
    words: WordStream,
  ): Promise<Attempt> {
    const { timeoutMs: silenceMs, firstTokenMs, maxAnswerChars } = this.#settings
    const limits = { silenceMs, firstTokenMs, totalMs, maxAnswerChars }
    return attempt(this.#api, request, limits, signal, words)
  }

  /** The failure of a server that asks for a longer pause than the limit. */
  #tooBusy({ failure, retryAfterMs }: Failed): Failed {
    const asked = Math.ceil((retryAfterMs ?? 0) / 1000)
    const limit = this.#settings.backOff.maxMs / 1000
    return failed(
      failure.kind,
      `${this.#host} asks to wait ${counted(asked, 'second')}, and Delver waits at most ${limit}: ${failure.detail}`,
    )
  }

  get #host(): string {
    return new URL(this.#settings.baseUrl).host
  }

  /** Removes keys from an outcome: servers quote them in errors and in answers. */
  #redacted(outcome: TransportReply['outcome']): TransportReply['outcome'] {
    if (outcome.ok) {
      const { text, calls, signedThoughts, finishReason } = outcome
      return {
        ok: true,
        text: redact(text, this.#key),
        calls: calls.map((call) => ({ ...call, arguments: redact(call.arguments, this.#key) })),
        signedThoughts,
        finishReason: quotable(finishReason, this.#key),
      }
    }
    const { kind, detail } = outcome.failure
    return { ok: false, failure: { kind, detail: quotable(detail, this.#key) } }
  }
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
    else if (result.ok) this.#sum(estimate(request, result))
  }

  #sum(usage: Usage): void {
    const { inputTokens, outputTokens, estimated } = usage
    const cachedTokens = sumOf(this.usage?.cachedTokens, usage.cachedTokens)
    const cacheWriteTokens = sumOf(this.usage?.cacheWriteTokens, usage.cacheWriteTokens)
    const reasoningTokens = sumOf(this.usage?.reasoningTokens, usage.reasoningTokens)
    this.usage = {
      ...(cachedTokens !== undefined && { cachedTokens }),
      ...(cacheWriteTokens !== undefined && { cacheWriteTokens }),
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

function estimate(request: TransportRequest, { text, calls }: TransportAnswer): Usage {
  const called = calls.map(({ name, arguments: given }) => `${name} ${given}`).join('\n')
  return {
    inputTokens: promptTokens(request),
    outputTokens: countTokens(text) + countTokens(called),
    estimated: true,
  }
}
