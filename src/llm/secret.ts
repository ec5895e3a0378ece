import { inspect } from 'node:util'
import { plainText } from '#wire/plain-text'

const HIDDEN = '[secret]'

/** A key that does not appear when it is printed or written to JSON. */
export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  /** The key itself; send it only to its own server. */
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

/** Keys of common services, also partly masked, as servers quote them in errors. */
const KEY_LIKE = /\b(?:sk|gsk|hf|xai|pplx)[-_][\w*.-]{6,}|\bBearer\s+[^\s"',}]+/gi

/** Removes the key, and anything that looks like a key, from a text. */
export function redact(text: string, key: string): string {
  // Local servers accept very short keys, which may be part of ordinary words.
  const own = key.length >= 6 ? text.replaceAll(key, HIDDEN) : text
  return own.replace(KEY_LIKE, HIDDEN)
}

const MAX_LINE_CHARS = 300

/** A server's text as one short line without the key. */
export function quotable(text: string, key: string): string {
  // Remove the key before cutting the text: half a key would not be recognized.
  return plainText(redact(text, key), MAX_LINE_CHARS)
}
