import { ProgramFault, type ProgramToken } from './tokens.ts'

const MAX_DEPTH = 40

/** Walks over the tokens of a program. */
export class TokenReader {
  readonly #tokens: readonly ProgramToken[]
  #next = 0
  #depth = 0

  constructor(tokens: readonly ProgramToken[]) {
    this.#tokens = tokens
  }

  /** Guards against nesting that would use up the stack. */
  protected nested<T>(read: () => T): T {
    if (++this.#depth > MAX_DEPTH) throw this.fault('nested too deeply')
    const value = read()
    this.#depth--
    return value
  }

  protected peek(ahead = 0): ProgramToken {
    const token = this.#tokens[this.#next + ahead] ?? this.#tokens.at(-1)
    if (!token) throw new RangeError('a program has no end')
    return token
  }

  protected name(): string {
    const token = this.peek()
    if (token.type !== 'name') throw this.fault(`expected a name, found '${token.text}'`)
    this.#next++
    return token.text
  }

  protected take(type: ProgramToken['type']): boolean {
    const found = this.peek().type === type
    if (found) this.#next++
    return found
  }

  protected takeMark(text: string): boolean {
    const token = this.peek()
    const found = token.type === 'mark' && token.text === text
    if (found) this.#next++
    return found
  }

  protected takeWord(text: string): boolean {
    const token = this.peek()
    const found = token.type === 'name' && token.text === text
    if (found) this.#next++
    return found
  }

  protected expect(mark: string): void {
    if (!this.takeMark(mark)) throw this.fault(`expected '${mark}', found '${this.peek().text}'`)
  }

  protected endLine(): void {
    const { type, text } = this.peek()
    if (type === 'newline') this.#next++
    else if (type !== 'dedent' && type !== 'end') throw this.fault(`unexpected '${text}'`)
  }

  protected skipLine(): void {
    while (this.peek().type !== 'newline' && this.peek().type !== 'end') this.#next++
    this.take('newline')
  }

  protected fault(message: string): ProgramFault {
    return new ProgramFault(message, this.peek().line)
  }

  protected advance(tokens = 1): void {
    this.#next += tokens
  }
}
