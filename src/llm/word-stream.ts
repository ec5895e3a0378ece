import { redact } from './secret.ts'
import type { CallListener } from './transport.ts'

/** Shortest time between two reports (ms), and the length of the end of an answer that is reported. */
const INTERVAL_MS = 100
const MAX_CHARS = 2000

/** Reports the words of an answer while they arrive, not too often and without the server's key. */
export class WordStream {
  readonly #key: string
  readonly #onWords: CallListener['onWords']
  #words = ''
  #reportedMs = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined

  constructor(key: string, onWords: CallListener['onWords']) {
    this.#key = key
    this.#onWords = onWords
  }

  /** @param words the answer so far. */
  add(words: string): void {
    if (!this.#onWords || words === this.#words) return
    this.#words = words
    const waitMs = this.#reportedMs + INTERVAL_MS - performance.now()
    if (waitMs <= 0) this.#report()
    else this.#timer ??= setTimeout(() => this.#report(), waitMs)
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #report(): void {
    this.end()
    this.#reportedMs = performance.now()
    this.#onWords?.(withoutKey(this.#words, this.#key).slice(-MAX_CHARS))
  }
}

/** The text without the key, and without an end that may be the begin of the key. */
function withoutKey(text: string, key: string): string {
  const safe = redact(text, key)
  for (let length = Math.min(key.length - 1, safe.length); length > 1; length--)
    if (safe.endsWith(key.slice(0, length))) return safe.slice(0, -length)
  return safe
}
