/** A position in a text; line and column count from 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

export interface Token extends Position {
  readonly type: 'word' | 'string' | 'number' | 'mark' | 'end'
  readonly text: string
}

/** A syntax error with its position. */
export class SyntaxFault extends Error {
  readonly position: Position

  constructor(message: string, { line, column }: Position) {
    super(message)
    this.name = 'SyntaxFault'
    this.position = { line, column }
  }
}

/** Maximum length of a name (characters). */
const MAX_NAME = 64
const PATTERN =
  /(?<space>[ \t\r\f]+|(?:#|\/\/)[^\n]*)|(?<newline>\n)|(?<word>[A-Za-z_]\w*)|(?<number>\d+)|(?<string>'[^'\n]*'|"[^"\n]*")|(?<mark>[(){}:,;=])/y

/**
 * Splits a text into tokens; comments (`#`, `//`) and space are dropped.
 * @throws SyntaxFault at a character that starts no token.
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  let line = 1
  let lineStart = 0
  PATTERN.lastIndex = 0
  while (PATTERN.lastIndex < text.length) {
    const start = PATTERN.lastIndex
    const position = { line, column: start - lineStart + 1 }
    const groups = PATTERN.exec(text)?.groups
    if (!groups) throw new SyntaxFault(`unexpected ${shown(text[start])}`, position)
    if (groups.newline) {
      line++
      lineStart = start + 1
    }
    const { word, number, string, mark } = groups
    if ((word ?? string ?? '').length > MAX_NAME) throw new SyntaxFault('name too long', position)
    if (word) tokens.push({ type: 'word', text: word, ...position })
    if (number) tokens.push({ type: 'number', text: number, ...position })
    if (string) tokens.push({ type: 'string', text: string.slice(1, -1), ...position })
    if (mark) tokens.push({ type: 'mark', text: mark, ...position })
  }
  tokens.push({ type: 'end', text: '', line, column: text.length - lineStart + 1 })
  return tokens
}

function shown(character: string | undefined): string {
  return character === "'" || character === '"' ? 'quote without an end' : `'${character}'`
}
