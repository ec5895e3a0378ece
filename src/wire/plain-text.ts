import { inspect } from 'node:util'

/** Longest text of a model, a player or a server that is shown where nothing else is said (characters). */
const MAX_LENGTH = 160
/** Most lines of an error's stack that are shown, and how long each may be (characters). */
const STACK_LINES = 30
const STACK_LINE_LENGTH = 400

/** Characters that a terminal obeys, and those that turn the direction of what follows. */
const CONTROLS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\s]+/gu

/**
 * Text of others as one line of limited length, without characters that a terminal would obey. All that
 * servers, players, models and files of others say goes through here on its way to a terminal.
 */
export function plainText(text: string, maxLength: number = MAX_LENGTH): string {
  // Cut first, with room for what is squeezed out: the text can be of any length.
  const line = text
    .slice(0, 4 * maxLength)
    .replace(UNPRINTABLE, ' ')
    .trim()
  return line.length > maxLength ? `${line.slice(0, maxLength - 1).trimEnd()}…` : line
}

/** An error that is a bug, with its stack, as a terminal may show it: its message can quote anything. */
export function plainError(error: unknown): string {
  const lines = inspect(error).split('\n', STACK_LINES)
  return lines
    .map((line) => (/^ */.exec(line)?.[0] ?? '') + plainText(line, STACK_LINE_LENGTH))
    .join('\n')
}

/** JSON of a value in one line that means the same and holds nothing that a terminal would obey. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value).replace(CONTROLS, escaped)
}

function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
