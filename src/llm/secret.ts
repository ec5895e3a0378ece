import { inspect } from 'node:util'
import { plainText } from '#wire/plain-text'

const HIDDEN = '[secret]'

/** A key. However it is printed or written to JSON, it does not show. */
export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  /** The key itself, to be sent to the server it is for and to nobody else. */
  reveal(): string {
    return this.#value
  }

  toString(): string {
    return HIDDEN
  }

  toJSON(): string {
    return HIDDEN
  }

  [inspect.custom](): string {
    return HIDDEN
  }
}

/** What keys of common services look like, also in part, as servers quote them in their errors. */
const KEY_LIKE = /\b(?:sk|gsk|hf|xai|pplx)[-_][\w*.-]{6,}|\bBearer\s+[^\s"',}]+/gi

/** The text without the key, and without what looks like any key. */
export function redact(text: string, key: string): string {
  // A tiny key, as local servers take, would tear words apart.
  const own = key.length >= 6 ? text.replaceAll(key, HIDDEN) : text
  return own.replace(KEY_LIKE, HIDDEN)
}

const MAX_LINE_CHARS = 300

/** What a server says as one line of limited length, without the key. */
export function quotable(text: string, key: string): string {
  // The key goes first: half of it, at the cut, would not be recognized.
  return plainText(redact(text, key), MAX_LINE_CHARS)
}
