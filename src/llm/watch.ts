import type { ModelFailureKind } from './model.ts'

/** The longest possible timer (ms). */
export const MAX_TIMER_MS = 2 ** 31 - 1

export interface AttemptLimits {
  /** Longest silence of the server (ms). */
  readonly silenceMs: number
  /** Longest wait for the first token of a stream, also while the server sends keep-alive comments (ms). */
  readonly firstTokenMs: number
  /** Longest attempt, also while an answer arrives steadily (ms). */
  readonly totalMs: number
  readonly maxAnswerChars: number
}

/** Ends an attempt when the caller's signal fires and when the server is silent for too long. */
export class Watch {
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
