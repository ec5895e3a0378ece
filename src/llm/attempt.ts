import type OpenAI from 'openai'
import { z } from 'zod'
import type { Dialect } from './dialect.ts'
import { type Failed, failed, failureOf } from './failure-of.ts'
import { limitedFetch } from './limited-fetch.ts'
import type { ModelFailureKind } from './model.ts'
import { considered } from './thoughts.ts'
import type { TransportRequest } from './transport.ts'

export interface AttemptLimits {
  /** Nothing coming for this long ends the attempt (ms). */
  readonly silenceMs: number
  /** However steadily an answer comes in, the attempt ends after this (ms). */
  readonly totalMs: number
  readonly maxAnswerChars: number
}

/** What the server reported of one attempt, whether or not it came to an answer. */
export interface Reported {
  usage: { readonly inputTokens: number; readonly outputTokens: number } | null
  model: string | null
  /** What the model thought, given apart from the answer or taken off it. */
  thoughts: string
}

export type Attempt = (
  | { readonly ok: true; readonly text: string; readonly finishReason: string }
  | Failed
) & { readonly reported: Reported }

const usageSchema = z.object({
  prompt_tokens: z.int().nonnegative(),
  completion_tokens: z.int().nonnegative(),
})

const text = z.string().nullish()
const said = z.object({
  content: text,
  refusal: text,
  // Thoughts, by the two names that servers have for them.
  reasoning_content: text,
  reasoning: text.catch(null),
})

/** What we read of an answer or, with `delta`, of a piece of one. */
const completionSchema = z.object({
  model: z.string().nullish(),
  choices: z.array(
    z.object({
      message: said.nullish(),
      delta: said.nullish(),
      finish_reason: z.string().nullish(),
    }),
  ),
  usage: usageSchema.nullish().catch(null),
})
type Completion = z.infer<typeof completionSchema>

/** Asks the server once. Never rejects. */
export async function attempt(
  client: OpenAI,
  model: string,
  request: TransportRequest,
  dialect: Dialect,
  limits: AttemptLimits,
  signal: AbortSignal,
): Promise<Attempt> {
  const answer = new Answer(limits.maxAnswerChars, dialect.streams, request)
  const watch = new Watch(limits, signal)
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
        answer.take(chunk)
        if (answer.tooLong) break
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
  // An abort shows as an error, or as a stream that just ends: the watch knows better than both.
  if (watch.ended) return { ...failed(watch.ended, watch.detail), reported }
  if (error !== undefined) return { ...failureOf(error), reported }
  return { ...outcome, reported }
}

/** Ends an attempt when the caller says so, and when nothing comes for too long. */
class Watch {
  readonly #abort = new AbortController()
  readonly #silenceMs: number
  readonly #outer: AbortSignal
  readonly #total: NodeJS.Timeout
  #silence: NodeJS.Timeout
  #ended: ModelFailureKind | null = null
  #over = false
  detail = ''

  constructor({ silenceMs, totalMs }: AttemptLimits, outer: AbortSignal) {
    this.#silenceMs = silenceMs
    this.#outer = outer
    outer.addEventListener('abort', this.#onAbort)
    if (outer.aborted) this.#onAbort()
    this.#total = setTimeout(() => this.#stop('timeout', 'no end of the answer in time'), totalMs)
    this.#silence = this.#startSilence()
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  get ended(): ModelFailureKind | null {
    return this.#ended
  }

  /** Something came. */
  touch(): void {
    if (this.#over) return
    clearTimeout(this.#silence)
    this.#silence = this.#startSilence()
  }

  end(): void {
    this.#over = true
    clearTimeout(this.#silence)
    clearTimeout(this.#total)
    this.#outer.removeEventListener('abort', this.#onAbort)
  }

  #startSilence(): NodeJS.Timeout {
    const detail = `silent for ${this.#silenceMs} ms`
    return setTimeout(() => this.#stop('timeout', detail), this.#silenceMs)
  }

  readonly #onAbort = () => this.#stop('aborted', 'stopped from outside')

  #stop(kind: ModelFailureKind, detail: string): void {
    if (this.#ended) return
    this.#ended = kind
    this.detail = detail
    this.#abort.abort()
  }
}

/** Collects an answer that comes whole or in pieces. */
class Answer {
  readonly #maxChars: number
  readonly #inPieces: boolean
  readonly #request: Pick<TransportRequest, 'thinksAloud' | 'stop'>
  readonly reported: Reported = { usage: null, model: null, thoughts: '' }
  #pieces = 0
  #text = ''
  #refusal = ''
  #finishReason: string | null = null
  #broken = ''

  constructor(
    maxChars: number,
    inPieces: boolean,
    request: Pick<TransportRequest, 'thinksAloud' | 'stop'>,
  ) {
    this.#maxChars = maxChars
    this.#request = request
    this.#inPieces = inPieces
  }

  get tooLong(): boolean {
    const { thoughts } = this.reported
    return this.#text.length + this.#refusal.length + thoughts.length > this.#maxChars
  }

  take(piece: unknown): void {
    const parsed = completionSchema.safeParse(piece)
    if (parsed.success) this.#add(parsed.data)
    else this.#broken = z.prettifyError(parsed.error)
  }

  #add({ model, choices, usage }: Completion): void {
    this.#pieces++
    if (model) this.reported.model = model
    if (usage)
      this.reported.usage = {
        inputTokens: usage.prompt_tokens,
        outputTokens: usage.completion_tokens,
      }
    const choice = choices[0]
    const said = choice?.message ?? choice?.delta
    this.#text += said?.content ?? ''
    this.#refusal += said?.refusal ?? ''
    this.reported.thoughts += said?.reasoning_content ?? said?.reasoning ?? ''
    if (choice?.finish_reason) this.#finishReason = choice.finish_reason
  }

  /** What the answer comes to; to be asked for once. */
  outcome(): { ok: true; text: string; finishReason: string } | Failed {
    if (this.#broken) return failed('bad-output', `not a chat completion: ${this.#broken}`)
    if (this.tooLong) return failed('too-long', `the answer passes ${this.#maxChars} characters`)
    if (this.#inPieces && this.#pieces > 0 && this.#finishReason === null)
      return failed('connection', 'the answer broke off')
    const { thinksAloud, stop } = this.#request
    const { text: whole, thoughts } = considered(this.#text, thinksAloud)
    this.reported.thoughts = [this.reported.thoughts, thoughts].filter(Boolean).join('\n\n')
    const text = stop.reduce((rest, sequence) => rest.split(sequence, 1)[0] ?? '', whole)
    if (text !== whole) this.#finishReason = 'stop'
    if (text.trim() === '') return this.#empty()
    return { ok: true, text, finishReason: this.#finishReason ?? 'stop' }
  }

  #empty(): Failed {
    if (this.#refusal) return failed('empty', `the model refused: ${this.#refusal}`)
    if (this.#finishReason !== 'length') return failed('empty', 'no text')
    const detail =
      'the room of the answer was used up before it began; give more by --max-output-tokens'
    return failed('empty', detail, { passing: false, lacksRoom: true })
  }
}
