import type { Readable } from 'node:stream'

/** Longest line of a client (characters). */
export const MAX_LINE = 65_536

/** The lines of a stream of UTF-8; null stands for a line that is too long, whose text is not kept. */
export async function* linesOf(stream: Readable): AsyncGenerator<string | null> {
  stream.setEncoding('utf8')
  let line = ''
  let isTooLong = false
  for await (const chunk of stream as AsyncIterable<string>) {
    const [rest = '', ...next] = chunk.split('\n')
    for (const [index, piece] of [rest, ...next].entries()) {
      if (index > 0) {
        yield isTooLong ? null : line
        line = ''
        isTooLong = false
      }
      if (line.length + piece.length > MAX_LINE) isTooLong = true
      line = isTooLong ? '' : line + piece
    }
  }
  if (isTooLong || line !== '') yield isTooLong ? null : line
}
