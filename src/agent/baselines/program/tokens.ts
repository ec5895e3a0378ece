export interface ProgramToken {
  readonly type: 'name' | 'number' | 'string' | 'mark' | 'newline' | 'indent' | 'dedent' | 'end'
  readonly text: string
  readonly line: number
}

/** The text is no program of the language. */
export class ProgramFault extends Error {
  constructor(message: string, line: number) {
    super(`line ${line}: ${message}`)
    this.name = 'ProgramFault'
  }
}

const TAB_WIDTH = 4
const PATTERN =
  /[ \t\r\f]*(?:(?<comment>#.*)|(?<separator>;)|(?<name>[A-Za-z_]\w*)|(?<number>\d+(?:\.\d+)?)|(?<string>[frb]?'[^'\n]*'|[frb]?"[^"\n]*")|(?<mark>[=!<>]=|[+\-*/]=|\/\/|[()[\]{}:,.=<>+\-*/%])|(?<end>$))/y

/** Cuts a program into tokens, with its blocks by indentation as in Python. @throws ProgramFault */
export function tokenizeProgram(text: string): ProgramToken[] {
  const tokens: ProgramToken[] = []
  const indents = [0]
  let depth = 0
  for (const [index, content] of text.split('\n').entries()) {
    const line = index + 1
    const found = lineTokens(content, line)
    if (found.every(({ type }) => type === 'newline')) continue
    if (depth === 0) indent(tokens, indents, widthOf(content), line)
    for (const token of found) {
      if (token.type === 'mark' && '([{'.includes(token.text)) depth++
      if (token.type === 'mark' && ')]}'.includes(token.text)) depth = Math.max(0, depth - 1)
      if (token.type !== 'newline' || depth === 0) tokens.push(token)
    }
    if (depth === 0) tokens.push({ type: 'newline', text: '', line })
  }
  const line = text.split('\n').length
  if (depth > 0) tokens.push({ type: 'newline', text: '', line })
  for (let i = 1; i < indents.length; i++) tokens.push({ type: 'dedent', text: '', line })
  tokens.push({ type: 'end', text: '', line })
  return tokens
}

function lineTokens(content: string, line: number): ProgramToken[] {
  const tokens: ProgramToken[] = []
  PATTERN.lastIndex = 0
  while (PATTERN.lastIndex < content.length) {
    const at = PATTERN.lastIndex
    const groups = PATTERN.exec(content)?.groups
    if (!groups) throw new ProgramFault(`unexpected '${content.slice(at).trim()[0] ?? ''}'`, line)
    const { name, number, string, mark, separator } = groups
    if (separator) tokens.push({ type: 'newline', text: '', line })
    else if (name) tokens.push({ type: 'name', text: name, line })
    else if (number) tokens.push({ type: 'number', text: number, line })
    else if (string)
      tokens.push({ type: 'string', text: string.replace(/^[frb]/, '').slice(1, -1), line })
    else if (mark) tokens.push({ type: 'mark', text: mark, line })
    else break
  }
  return tokens
}

/** Opens or closes blocks; a line that is out of step counts to the nearest block around it. */
function indent(tokens: ProgramToken[], indents: number[], width: number, line: number): void {
  if (width > (indents.at(-1) ?? 0) && isOpening(tokens)) {
    indents.push(width)
    tokens.push({ type: 'indent', text: '', line })
  }
  while (indents.length > 1 && width < (indents.at(-1) ?? 0)) {
    indents.pop()
    tokens.push({ type: 'dedent', text: '', line })
  }
}

function isOpening(tokens: readonly ProgramToken[]): boolean {
  return tokens.at(-2)?.text === ':'
}

function widthOf(line: string): number {
  const space = /^[ \t]*/.exec(line)?.[0] ?? ''
  return space.replaceAll('\t', ' '.repeat(TAB_WIDTH)).length
}
