/** Longest text of a model, a player or a server that a report shows (characters). */
const MAX_LENGTH = 160

/** Control characters, and those that turn the direction of what follows. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\s]+/gu

/** Text of others as one line of limited length, without characters that a terminal would obey. */
export function plainText(text: string, maxLength: number = MAX_LENGTH): string {
  // Cut first, with room for what is squeezed out: the text can be of any length.
  const line = text
    .slice(0, 4 * maxLength)
    .replace(UNPRINTABLE, ' ')
    .trim()
  return line.length > maxLength ? `${line.slice(0, maxLength - 1).trimEnd()}…` : line
}
