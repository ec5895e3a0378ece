import type { Block, Expression, Statement } from './ast.ts'
import { ExpressionParser } from './expression-parser.ts'
import { ProgramFault, tokenizeProgram } from './tokens.ts'

export type ParsedProgram =
  | { readonly ok: true; readonly program: Block }
  | { readonly ok: false; readonly error: string }

const MAX_TEXT = 20_000
/**
 * Reads a program in a small language that looks like Python: assignments, `if`, `while`, `for`,
 * `assert` (with ProgPrompt's `else:` for recovery), `def`, calls. Prose and a code fence around it
 * are left out. It is only ever walked by our own interpreter.
 */
export function parseProgram(answer: string): ParsedProgram {
  const text = codeIn(answer)
  if (text.length > MAX_TEXT) return { ok: false, error: `longer than ${MAX_TEXT} characters` }
  try {
    const program = new ProgramParser(tokenizeProgram(text)).program()
    return program.length > 0 ? { ok: true, program } : { ok: false, error: 'there is no program' }
  } catch (error) {
    if (!(error instanceof ProgramFault)) throw error
    return { ok: false, error: error.message }
  }
}

/** What stands in the first code fence, or else from the first line on that looks like code. */
function codeIn(answer: string): string {
  return bareCode(answer).replace(/("""|''')[\s\S]*?\1/g, (text) => text.replace(/[^\n]+/g, ''))
}

function bareCode(answer: string): string {
  const fenced = /```[a-z]*\n([\s\S]*?)(?:```|$)/i.exec(answer)?.[1]
  if (fenced !== undefined) return fenced
  const lines = answer.split('\n')
  const first = lines.findIndex((line) =>
    /^\s*(?:from \w|import \w|def \w|while |if |for |assert|#|\w+ *=[^=]|[a-z_]\w*\()/.test(line),
  )
  return lines.slice(Math.max(0, first)).join('\n')
}

/** Reads statements and blocks. */
class ProgramParser extends ExpressionParser {
  program(): Block {
    const statements: Statement[] = []
    while (this.peek().type !== 'end') {
      // Indented at the top for no reason.
      if (this.take('indent') || this.take('dedent')) continue
      statements.push(...this.#statement())
    }
    return statements
  }

  #statement(): Statement[] {
    const token = this.peek()
    if (this.take('newline')) return []
    if (token.type === 'name') {
      switch (token.text) {
        case 'import':
        case 'from':
          this.skipLine()
          return []
        case 'def':
          return [this.#define()]
        case 'if':
          this.advance()
          return [this.#if()]
        case 'while': {
          this.advance()
          return [{ type: 'while', test: this.expression(), body: this.#block() }]
        }
        case 'for':
          return [this.#for()]
        case 'assert':
          return [this.#assert()]
        case 'return':
          this.skipLine()
          return [{ type: 'return' }]
        case 'break':
        case 'pass':
          this.skipLine()
          return [{ type: token.text }]
      }
    }
    return [this.#simple()]
  }

  #simple(): Statement {
    const name = this.peek()
    const mark = this.peek(1).text
    if (name.type === 'name' && /^[+\-*/]?=$/.test(mark)) {
      this.advance(2)
      const value = this.expression()
      this.endLine()
      const left: Expression = { type: 'name', name: name.text }
      const operator = mark.slice(0, -1)
      return {
        type: 'assign',
        name: name.text,
        value: operator === '' ? value : { type: 'binary', operator, left, right: value },
      }
    }
    const what = this.expression()
    this.endLine()
    return { type: 'do', what }
  }

  #if(): Statement {
    const test = this.expression()
    const then = this.#block()
    if (this.takeWord('elif'))
      return { type: 'if', test, then, otherwise: [this.nested(() => this.#if())] }
    return { type: 'if', test, then, otherwise: this.takeWord('else') ? this.#block() : [] }
  }

  #for(): Statement {
    this.advance()
    const name = this.name()
    if (!this.takeWord('in')) throw this.fault("expected 'in'")
    return { type: 'for', name, over: this.expression(), body: this.#block() }
  }

  #assert(): Statement {
    this.advance()
    const test = this.expression()
    const message = this.takeMark(',') ? this.expression() : null
    this.take('newline')
    const recovery = this.takeWord('else') ? this.#block() : null
    return { type: 'assert', test, message, recovery }
  }

  #define(): Statement {
    this.advance()
    const name = this.name()
    this.expect('(')
    const parameters: string[] = []
    while (!this.takeMark(')')) {
      parameters.push(this.name())
      if (this.takeMark('=')) this.expression()
      if (!this.takeMark(',') && this.peek().text !== ')') throw this.fault("expected ')'")
    }
    return { type: 'define', name, parameters, body: this.#block() }
  }

  /** `:` and either an indented block or statements on the same line. */
  #block(): Block {
    this.expect(':')
    return this.nested(() => {
      if (!this.take('newline')) return this.#statement()
      // Nothing is indented: the block was left empty.
      if (!this.take('indent')) return []
      const statements: Statement[] = []
      while (!this.take('dedent') && this.peek().type !== 'end') {
        if (this.take('indent')) continue
        statements.push(...this.#statement())
      }
      return statements
    })
  }
}
