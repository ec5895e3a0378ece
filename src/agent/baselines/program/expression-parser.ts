import type { Expression, ProgramArgument } from './ast.ts'
import { TokenReader } from './token-reader.ts'

/** Operators in one chain: each makes the expression one deeper. */
const MAX_CHAIN = 100
/** Binary operators, the loosest first. */
const LEVELS: readonly (readonly string[])[] = [
  ['or'],
  ['and'],
  ['==', '!=', '<', '<=', '>', '>=', 'in'],
  ['+', '-'],
  ['*', '/', '//', '%'],
]
const LITERALS: ReadonlyMap<string, boolean | null> = new Map([
  ['True', true],
  ['true', true],
  ['False', false],
  ['false', false],
  ['None', null],
  ['null', null],
])

/** Reads expressions by precedence. */
export class ExpressionParser extends TokenReader {
  protected expression(level = 0): Expression {
    const operators = LEVELS[level]
    if (!operators) return this.unary()
    if (level === 2 && this.takeWord('not'))
      return { type: 'not', of: this.nested(() => this.expression(2)) }
    let left = this.expression(level + 1)
    for (let chain = 0; ; chain++) {
      if (chain > MAX_CHAIN) throw this.fault('too many operators')
      const isNotIn = level === 2 && this.peek().text === 'not' && this.peek(1).text === 'in'
      if (isNotIn) this.advance()
      const { text, type } = this.peek()
      if (type === 'string' || !operators.includes(text)) return left
      this.advance()
      const right = this.expression(level + 1)
      left = { type: 'binary', operator: text, left, right }
      if (isNotIn) left = { type: 'not', of: left }
    }
  }

  protected unary(): Expression {
    if (this.takeMark('-')) return { type: 'negative', of: this.nested(() => this.unary()) }
    let value = this.nested(() => this.primary())
    for (let chain = 0; ; chain++) {
      if (chain > MAX_CHAIN) throw this.fault('too many operators')
      if (this.takeMark('.')) {
        const name = this.name()
        if (this.takeMark('(')) value = { type: 'call', on: value, name, args: this.arguments() }
        else value = { type: 'index', of: value, key: { type: 'literal', value: name } }
      } else if (this.takeMark('[')) {
        value = { type: 'index', of: value, key: this.expression() }
        this.expect(']')
      } else return value
    }
  }

  protected primary(): Expression {
    const token = this.peek()
    this.advance()
    if (token.type === 'number') return { type: 'literal', value: Number(token.text) }
    if (token.type === 'string') return { type: 'literal', value: token.text }
    if (token.type === 'name') {
      const literal = LITERALS.get(token.text)
      if (literal !== undefined) return { type: 'literal', value: literal }
      if (this.takeMark('('))
        return { type: 'call', on: null, name: token.text, args: this.arguments() }
      return { type: 'name', name: token.text }
    }
    if (token.text === '(' && token.type === 'mark') {
      const inner = this.expression()
      if (!this.takeMark(')')) throw this.fault("expected ')'")
      return inner
    }
    if (token.text === '[' && token.type === 'mark') return { type: 'list', items: this.items(']') }
    if (token.text === '{' && token.type === 'mark') return { type: 'map', entries: this.entries() }
    this.advance(-1)
    throw this.fault(`unexpected '${token.text || token.type}'`)
  }

  protected items(close: string): Expression[] {
    const items: Expression[] = []
    while (!this.takeMark(close)) {
      items.push(this.expression())
      if (!this.takeMark(',') && this.peek().text !== close) throw this.fault(`expected '${close}'`)
    }
    return items
  }

  protected entries(): [Expression, Expression][] {
    const entries: [Expression, Expression][] = []
    while (!this.takeMark('}')) {
      const key = this.expression()
      this.expect(':')
      entries.push([key, this.expression()])
      if (!this.takeMark(',') && this.peek().text !== '}') throw this.fault("expected '}'")
    }
    return entries
  }

  protected arguments(): ProgramArgument[] {
    const args: ProgramArgument[] = []
    while (!this.takeMark(')')) {
      const isNamed = this.peek().type === 'name' && this.peek(1).text === '='
      const key = isNamed ? this.name() : null
      if (isNamed) this.advance()
      args.push({ key, value: this.expression() })
      if (!this.takeMark(',') && this.peek().text !== ')') throw this.fault("expected ')'")
    }
    return args
  }
}
