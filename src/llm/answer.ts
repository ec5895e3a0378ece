import type { AnswerPart, CallPart } from './api.ts'
import { type Failed, failed } from './failure-of.ts'
import type { SignedThought, ToolCall, Usage } from './model.ts'
import { REPETITION, repetitionIn } from './repetition.ts'
import { considered } from './thoughts.ts'
import type { TransportAnswer, TransportRequest } from './transport.ts'

/** Characters after which a growing answer is searched for repetitions again. */
const SEARCH_CHARS = 512

/** The server's report of one attempt, with or without an answer. */
export interface Reported {
  usage: Omit<Usage, 'estimated'> | null
  model: string | null
  /** The model's thoughts, from a separate field or removed from the answer. */
  thoughts: string
}

type OpenCall = { -readonly [Key in keyof ToolCall]: ToolCall[Key] }

/** Collects an answer that arrives whole or in parts. */
export class Answer {
  readonly #maxChars: number
  readonly #isStream: boolean
  readonly #request: Pick<TransportRequest, 'thinksAloud' | 'stop'>
  readonly reported: Reported = { usage: null, model: null, thoughts: '' }
  readonly #calls: OpenCall[] = []
  readonly #callAt = new Map<number, OpenCall>()
  #signedThoughts: readonly SignedThought[] = []
  #parts = 0
  #text = ''
  #refusal = ''
  /** Length of all calls. */
  #callChars = 0
  #finishReason: string | null = null
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
    const { length } = this.#text
    return length + this.#refusal.length + this.#callChars + thoughts.length > this.#maxChars
  }

  /** Whether the answer or its thoughts have begun. */
  get hasBegun(): boolean {
    return this.#text !== '' || this.#calls.length > 0 || this.reported.thoughts !== ''
  }

  /** What the model is saying: its answer, its last call, or its thoughts before them. */
  get words(): string {
    const call = this.#calls.at(-1)
    const called = call && `${call.name} ${call.arguments}`
    return this.#text.trim() || called || this.reported.thoughts.trim()
  }

  /** Whether the text so far ends in a loop. It is searched now and then only. */
  get repeats(): boolean {
    if (this.#text.length - this.#searched < SEARCH_CHARS) return false
    this.#searched = this.#text.length
    if (!repetitionIn(this.#text)) return false
    this.#finishReason = REPETITION
    return true
  }

  add({ model, text, refusal, thoughts, calls, signedThoughts, finishReason, usage }: AnswerPart) {
    this.#parts++
    this.#text += text ?? ''
    this.#refusal += refusal ?? ''
    this.reported.thoughts += thoughts ?? ''
    if (model) this.reported.model = model
    if (usage) this.reported.usage = usage
    if (finishReason) this.#finishReason = finishReason
    if (signedThoughts) this.#signedThoughts = signedThoughts
    for (const call of calls ?? []) this.#addCall(call)
  }

  #addCall({ index, id, name, arguments: more, extra }: CallPart): void {
    let call = this.#callAt.get(index)
    // Gemini gives all calls of an answer the same index.
    const isOther = call && id && name && call.id !== '' && call.id !== id
    if (!call || isOther) {
      call = { id: '', name: '', arguments: '' }
      this.#callAt.set(index, call)
      this.#calls.push(call)
    }
    if (id) call.id = id
    if (name) call.name = name
    call.arguments += more ?? ''
    if (extra !== undefined && extra !== null) call.extra = extra
    this.#callChars += (id?.length ?? 0) + (name?.length ?? 0) + (more?.length ?? 0)
  }

  /** The final answer or failure; call it once. */
  outcome(): ({ ok: true } & TransportAnswer) | Failed {
    if (this.tooLong) return failed('too-long', `the answer exceeds ${this.#maxChars} characters`)
    if (this.#isStream && this.#parts > 0 && this.#finishReason === null)
      return failed('connection', 'the connection closed within the answer')
    const { thinksAloud, stop } = this.#request
    const { text: whole, thoughts } = considered(this.#text, thinksAloud)
    this.reported.thoughts = [this.reported.thoughts, thoughts].filter(Boolean).join('\n\n')
    const text = stop.reduce((rest, sequence) => rest.split(sequence, 1)[0] ?? '', whole)
    if (text !== whole) this.#finishReason = 'stop'
    const calls = this.#calls.map((call, index) => ({
      ...call,
      // Some servers leave the id out.
      id: call.id || `call_${index}`,
    }))
    if (text.trim() === '' && calls.length === 0) return this.#empty()
    const signedThoughts = calls.length > 0 ? this.#signedThoughts : []
    const loop = repetitionIn(text)
    if (loop) return { ok: true, text: loop.text, calls, signedThoughts, finishReason: REPETITION }
    return { ok: true, text, calls, signedThoughts, finishReason: this.#finishReason ?? 'stop' }
  }

  #empty(): Failed {
    if (this.#refusal) return failed('empty', `the model refused: ${this.#refusal}`)
    if (this.#finishReason === 'refusal') return failed('empty', 'the model refused')
    if (this.#finishReason !== 'length') return failed('empty', 'the answer has no text')
    const detail =
      'the model used up its output tokens before the answer began; raise --max-output-tokens'
    return failed('empty', detail, { passing: false, lacksRoom: true })
  }
}
