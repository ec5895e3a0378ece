/** Finish reason of an answer that was cut where it began to repeat itself. */
export const REPETITION = 'repetition'

/** Longest block of lines that may repeat, and repetitions of one line and of a longer block that are a loop. */
const MAX_BLOCK = 4
const MIN_LINES = 8
const MIN_BLOCKS = 6
/** Length of the end of a text in which a repeated piece is a loop, and longest such piece (characters). */
const LOOP_CHARS = 1000
const MAX_PIECE = 100

/** A loop in an answer: small models repeat one line, or a piece of a line, until their limit. */
export interface Repetition {
  /** The answer up to the end of the first repeated piece. */
  readonly text: string
  /** The repeated piece in one line. */
  readonly repeated: string
}

/** Finds a loop in an answer; undefined for none. Numbers and comments of lines do not count. */
export function repetitionIn(text: string): Repetition | undefined {
  return repeatedLines(text) ?? repeatedPiece(text)
}

interface Line {
  readonly essence: string
  /** End of the line in the text. */
  readonly end: number
}

function repeatedLines(text: string): Repetition | undefined {
  const lines = linesOf(text)
  for (let block = 1; block <= MAX_BLOCK; block++) {
    const wanted = block * ((block === 1 ? MIN_LINES : MIN_BLOCKS) - 1)
    let equal = 0
    for (const [index, { essence }] of lines.entries()) {
      equal = essence === lines[index - block]?.essence ? equal + 1 : 0
      if (equal < wanted) continue
      const first = lines.slice(index + 1 - wanted - block, index + 1 - wanted)
      const end = first.at(-1)?.end ?? 0
      return { text: text.slice(0, end), repeated: first.map((line) => line.essence).join('; ') }
    }
  }
  return undefined
}

function linesOf(text: string): Line[] {
  const lines: Line[] = []
  let end = 0
  for (const line of text.split('\n')) {
    const essence = line
      .replace(/#.*$/, '')
      .replace(/^[\s>*-]*(?:step\s*)?(?:\d{1,6}[.:)])?/i, '')
      .replace(/\s+/g, ' ')
      .trim()
    end += line.length
    if (essence !== '') lines.push({ essence, end })
    end++
  }
  return lines
}

/** A piece within one line that repeats up to the end of the text. */
function repeatedPiece(text: string): Repetition | undefined {
  if (text.length < LOOP_CHARS) return undefined
  const tail = text.slice(-LOOP_CHARS)
  const period = shortestPeriod(tail)
  if (period > MAX_PIECE) return undefined
  let start = text.length - LOOP_CHARS
  while (start > 0 && text[start - 1] === text[start - 1 + period]) start--
  const end = start + period
  return { text: text.slice(0, end), repeated: text.slice(start, end).trim() }
}

/** The shortest period of a text, by its longest border (Knuth, Morris and Pratt). */
function shortestPeriod(text: string): number {
  const borders = new Uint32Array(text.length)
  let border = 0
  for (let index = 1; index < text.length; index++) {
    while (border > 0 && text[index] !== text[border]) border = borders[border - 1] ?? 0
    if (text[index] === text[border]) border++
    borders[index] = border
  }
  return text.length - border
}
