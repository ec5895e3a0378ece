import { joined, leaf, type PlanTree } from './plan-tree.ts'

/** Deepest nesting of groups. */
const MAX_NESTING = 16
const MAX_LENGTH = 2000

export type ParsedOrder =
  | { readonly ok: true; readonly order: PlanTree<number> }
  | {
      readonly ok: false
      readonly error: string
      /** Index of the character at which reading failed. */
      readonly position: number
    }

/**
 * Reads an execution order of step numbers (ADaPT, appendix B), such as `(Step 1 AND (Step 2 OR Step 3))`. Case does not
 * matter, and AND binds more tightly than OR.
 */
export function parseOrder(text: string): ParsedOrder {
  if (text.length > MAX_LENGTH)
    return { ok: false, error: `an order has at most ${MAX_LENGTH} characters`, position: 0 }
  try {
    return { ok: true, order: new OrderParser(text).parse() }
  } catch (error) {
    if (!(error instanceof OrderError)) throw error
    return { ok: false, error: error.message, position: error.position }
  }
}

class OrderError extends Error {
  readonly position: number

  constructor(message: string, position: number) {
    super(message)
    this.position = position
  }
}

interface Token {
  readonly kind: 'step' | 'and' | 'or' | '(' | ')' | 'end'
  readonly number: number
  readonly position: number
}

const TOKEN = /\s*(?:(?:step\s*)?(\d{1,6})\b|(and|or)\b|([()])|$)/iy

class OrderParser {
  readonly #text: string
  #position = 0
  #token: Token

  constructor(text: string) {
    this.#text = text
    this.#token = this.#read()
  }

  parse(): PlanTree<number> {
    const order = this.#group(0)
    if (this.#token.kind !== 'end') this.#expected('AND, OR or the end')
    return order
  }

  #group(nesting: number): PlanTree<number> {
    if (nesting > MAX_NESTING)
      throw new OrderError(`more than ${MAX_NESTING} groups within groups`, this.#token.position)
    return this.#chain('or', () => this.#chain('and', () => this.#operand(nesting)))
  }

  #chain(operator: 'and' | 'or', operand: () => PlanTree<number>): PlanTree<number> {
    const operands = [operand()]
    while (this.#token.kind === operator) {
      this.#next()
      operands.push(operand())
    }
    return joined(operator, operands)
  }

  #operand(nesting: number): PlanTree<number> {
    const { kind, number } = this.#token
    if (kind === 'step') {
      this.#next()
      return leaf(number)
    }
    if (kind !== '(') this.#expected('a step or a parenthesis')
    this.#next()
    const group = this.#group(nesting + 1)
    if (this.#token.kind !== ')') this.#expected('AND, OR or a closing parenthesis')
    this.#next()
    return group
  }

  #next(): void {
    this.#token = this.#read()
  }

  #read(): Token {
    TOKEN.lastIndex = this.#position
    const match = TOKEN.exec(this.#text)
    if (!match) this.#unreadable()
    const [all, number, operator, parenthesis] = match
    this.#position += all.length
    const start = this.#position - all.trimStart().length
    const kind = number === undefined ? (operator?.toLowerCase() ?? parenthesis ?? 'end') : 'step'
    return { kind: kind as Token['kind'], number: Number(number ?? 0), position: start }
  }

  #unreadable(): never {
    const rest = this.#text.slice(this.#position)
    const start = this.#position + rest.length - rest.trimStart().length
    throw new OrderError(`cannot read "${rest.trim().slice(0, 20)}"`, start)
  }

  #expected(what: string): never {
    throw new OrderError(`expected ${what}`, this.#token.position)
  }
}
