import { inspect } from 'node:util'

/** Default limit on the text of a model, a player or a server (characters). */
const MAX_LENGTH = 160
/** Limit on the lines of an error with its stack, and on each line (characters). */
const STACK_LINES = 30
const STACK_LINE_LENGTH = 400

/** Control characters of terminals, and characters that change the direction of text. */
const CONTROLS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\s]+/gu

/**
 * Turns untrusted text into one line of limited length without control characters. All text of servers, players, models and
 * foreign files passes here on its way to a terminal.
 */
export function plainText(text: string, maxLength: number = MAX_LENGTH): string {
  // Cut first, with a margin for removed characters, because the text can have any length.
  const line = text
    .slice(0, 4 * maxLength)
    .replace(UNPRINTABLE, ' ')
    .trim()
  return line.length > maxLength ? `${line.slice(0, maxLength - 1).trimEnd()}…` : line
}

/** Removes the game's codes for colours and styles, such as `§c`. */
export function withoutStyles(text: string): string {
  return text.replaceAll(/§./g, '')
}

/** Formats an unexpected error with its stack for a terminal. Its message may contain untrusted text. */
export function plainError(error: unknown): string {
  const lines = inspect(error).split('\n', STACK_LINES)
  return lines
    .map((line) => (/^ */.exec(line)?.[0] ?? '') + plainText(line, STACK_LINE_LENGTH))
    .join('\n')
}

/** Formats a value as JSON in one line, with control characters escaped. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value).replace(CONTROLS, escaped)
}

function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
