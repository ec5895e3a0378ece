import type OpenAI from 'openai'
import { z } from 'zod'
import type { Dialect } from './dialect.ts'
import { type Failed, failed, failureOf } from './failure-of.ts'
import { limitedFetch } from './limited-fetch.ts'
import type { ModelFailureKind, Usage } from './model.ts'
import { REPETITION, repetitionIn } from './repetition.ts'
import { considered } from './thoughts.ts'
import type { TransportRequest } from './transport.ts'

/** Characters after which a growing answer is searched for repetitions again. */
const SEARCH_CHARS = 512

export interface AttemptLimits {
  /** Longest silence of the server (ms). */
  readonly silenceMs: number
  /** Longest wait for the first token of a stream, also while the server sends keep-alive comments (ms). */
  readonly firstTokenMs: number
  /** Longest attempt, also while an answer arrives steadily (ms). */
  readonly totalMs: number
  readonly maxAnswerChars: number
}

/** The server's report of one attempt, with or without an answer. */
export interface Reported {
  usage: Omit<Usage, 'estimated'> | null
  model: string | null
  /** The model's thoughts, from a separate field or removed from the answer. */
  thoughts: string
}

export type Attempt = (
  | { readonly ok: true; readonly text: string; readonly finishReason: string }
  | Failed
) & { readonly reported: Reported }

const detail = z.int().nonnegative().nullish().catch(null)
const usageSchema = z.object({
  prompt_tokens: z.int().nonnegative(),
  completion_tokens: z.int().nonnegative(),
  prompt_tokens_details: z.object({ cached_tokens: detail }).nullish().catch(null),
  completion_tokens_details: z.object({ reasoning_tokens: detail }).nullish().catch(null),
})

const text = z.string().nullish()
const messageSchema = z.object({
  content: text,
  refusal: text,
  // The two names that servers use for thoughts.
  reasoning_content: text,
  reasoning: text.catch(null),
})

/** The fields of an answer that we read or, with `delta`, of a chunk of an answer. */
const completionSchema = z.object({
  model: z.string().nullish(),
  choices: z.array(
    z.object({
      message: messageSchema.nullish(),
      delta: messageSchema.nullish(),
      finish_reason: z.string().nullish(),
    }),
  ),
  usage: usageSchema.nullish().catch(null),
})
type Completion = z.infer<typeof completionSchema>

/** Sends one request to the server. Never rejects. */
export async function attempt(
  client: OpenAI,
  model: string,
  request: TransportRequest,
  dialect: Dialect,
  limits: AttemptLimits,
  signal: AbortSignal,
): Promise<Attempt> {
  const answer = new Answer(limits.maxAnswerChars, dialect.streams, request)
  const watch = new Watch(limits, dialect.streams, signal)
  const body = dialect.body(model, request)
  const options = { signal: watch.signal }
  const { completions } = client.withOptions({
    fetch: (input, init) => limitedFetch(input, init, () => watch.touch()),
  }).chat
  let error: unknown
  try {
    if (dialect.streams) {
      const chunks = await completions.create({ ...body, stream: true }, options)
      for await (const chunk of chunks) {
        if (answer.take(chunk)) watch.begin()
        if (answer.tooLong || answer.repeats) break
      }
    } else {
      answer.take(await completions.create({ ...body, stream: false }, options))
    }
  } catch (thrown) {
    error = thrown
  } finally {
    watch.end()
  }
  const outcome = answer.outcome()
  const { reported } = answer
  // An abort appears as an error or as a stream that just ends, so the watch decides.
  if (watch.ended) return { ...failed(watch.ended, watch.detail), reported }
  if (error !== undefined) return { ...failureOf(error), reported }
  return { ...outcome, reported }
}

/** Ends an attempt when the caller's signal fires and when the server is silent for too long. */
class Watch {
  readonly #abort = new AbortController()
  readonly #silenceMs: number
  readonly #outer: AbortSignal
  readonly #total: NodeJS.Timeout
  readonly #first: NodeJS.Timeout | undefined
  #silence: NodeJS.Timeout
  #ended: ModelFailureKind | null = null
  #over = false
  detail = ''

  constructor(
    { silenceMs, firstTokenMs, totalMs }: AttemptLimits,
    isStream: boolean,
    outer: AbortSignal,
  ) {
    this.#silenceMs = silenceMs
    this.#outer = outer
    outer.addEventListener('abort', this.#onAbort)
    if (outer.aborted) this.#onAbort()
    this.#total = setTimeout(() => this.#stop('timeout', 'the answer did not end in time'), totalMs)
    const late = `no token arrived within ${firstTokenMs} ms`
    if (isStream) this.#first = setTimeout(() => this.#stop('timeout', late), firstTokenMs)
    this.#silence = this.#startSilence()
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  get ended(): ModelFailureKind | null {
    return this.#ended
  }

  /** Restarts the timer of silence: data has arrived. */
  touch(): void {
    if (this.#over) return
    clearTimeout(this.#silence)
    this.#silence = this.#startSilence()
  }

  /** The first token has arrived. */
  begin(): void {
    clearTimeout(this.#first)
  }

  end(): void {
    this.#over = true
    clearTimeout(this.#first)
    clearTimeout(this.#silence)
    clearTimeout(this.#total)
    this.#outer.removeEventListener('abort', this.#onAbort)
  }

  #startSilence(): NodeJS.Timeout {
    const detail = `the server was silent for ${this.#silenceMs} ms`
    return setTimeout(() => this.#stop('timeout', detail), this.#silenceMs)
  }

  readonly #onAbort = () => this.#stop('aborted', 'stopped')

  #stop(kind: ModelFailureKind, detail: string): void {
    if (this.#ended) return
    this.#ended = kind
    this.detail = detail
    this.#abort.abort()
  }
}

/** Collects an answer that arrives whole or in chunks. */
class Answer {
  readonly #maxChars: number
  readonly #isStream: boolean
  readonly #request: Pick<TransportRequest, 'thinksAloud' | 'stop'>
  readonly reported: Reported = { usage: null, model: null, thoughts: '' }
  #chunks = 0
  #text = ''
  #refusal = ''
  #finishReason: string | null = null
  #broken = ''
  /** Length of the text when it was last searched for repetitions. */
  #searched = 0

  constructor(
    maxChars: number,
    isStream: boolean,
    request: Pick<TransportRequest, 'thinksAloud' | 'stop'>,
  ) {
    this.#maxChars = maxChars
    this.#request = request
    this.#isStream = isStream
  }

  get tooLong(): boolean {
    const { thoughts } = this.reported
    return this.#text.length + this.#refusal.length + thoughts.length > this.#maxChars
  }

  /** Whether the text so far ends in a loop. It is searched now and then only. */
  get repeats(): boolean {
    if (this.#text.length - this.#searched < SEARCH_CHARS) return false
    this.#searched = this.#text.length
    if (!repetitionIn(this.#text)) return false
    this.#finishReason = REPETITION
    return true
  }

  /** @returns whether the answer or its thoughts have begun. */
  take(chunk: unknown): boolean {
    const parsed = completionSchema.safeParse(chunk)
    if (parsed.success) this.#add(parsed.data)
    else this.#broken = z.prettifyError(parsed.error)
    return this.#text !== '' || this.reported.thoughts !== ''
  }

  #add({ model, choices, usage }: Completion): void {
    this.#chunks++
    if (model) this.reported.model = model
    if (usage)
      this.reported.usage = {
        inputTokens: usage.prompt_tokens,
        outputTokens: usage.completion_tokens,
        cachedTokens: usage.prompt_tokens_details?.cached_tokens ?? undefined,
        reasoningTokens: usage.completion_tokens_details?.reasoning_tokens ?? undefined,
      }
    const choice = choices[0]
    const message = choice?.message ?? choice?.delta
    this.#text += message?.content ?? ''
    this.#refusal += message?.refusal ?? ''
    this.reported.thoughts += message?.reasoning_content ?? message?.reasoning ?? ''
    if (choice?.finish_reason) this.#finishReason = choice.finish_reason
  }

  /** The final answer or failure; call it once. */
  outcome(): { ok: true; text: string; finishReason: string } | Failed {
    if (this.#broken) return failed('bad-output', `not a chat completion: ${this.#broken}`)
    if (this.tooLong) return failed('too-long', `the answer exceeds ${this.#maxChars} characters`)
    if (this.#isStream && this.#chunks > 0 && this.#finishReason === null)
      return failed('connection', 'the connection closed within the answer')
    const { thinksAloud, stop } = this.#request
    const { text: whole, thoughts } = considered(this.#text, thinksAloud)
    this.reported.thoughts = [this.reported.thoughts, thoughts].filter(Boolean).join('\n\n')
    const text = stop.reduce((rest, sequence) => rest.split(sequence, 1)[0] ?? '', whole)
    if (text !== whole) this.#finishReason = 'stop'
    if (text.trim() === '') return this.#empty()
    const loop = repetitionIn(text)
    if (loop) return { ok: true, text: loop.text, finishReason: REPETITION }
    return { ok: true, text, finishReason: this.#finishReason ?? 'stop' }
  }

  #empty(): Failed {
    if (this.#refusal) return failed('empty', `the model refused: ${this.#refusal}`)
    if (this.#finishReason !== 'length') return failed('empty', 'the answer has no text')
    const detail =
      'the model used up its output tokens before the answer began; raise --max-output-tokens'
    return failed('empty', detail, { passing: false, lacksRoom: true })
  }
}
