/** A value in Python, JavaScript or JSON, as models write it. */
export type Loose = string | number | boolean | null | readonly Loose[] | ReadonlyMap<string, Loose>

export interface LooseArgument {
  /** Name of a named argument, in lower case. */
  readonly key: string | null
  readonly value: Loose
}

/** Text that looks like a call. */
export interface LooseCall {
  readonly name: string
  readonly args: readonly LooseArgument[]
  /** False when the text ended within it. */
  readonly closed: boolean
  /** Offsets of its beginning and end in the text. */
  readonly start: number
  readonly end: number
}

interface LooseToken {
  readonly type: 'word' | 'string' | 'number' | 'mark'
  readonly text: string
  readonly start: number
  readonly end: number
  /** Whether it is the first of its line. */
  readonly first: boolean
}

const MAX_DEPTH = 8
// Backticks are quotes around a name only: elsewhere they mark code in Markdown.
const PATTERN =
  /(?<newline>\n)|(?<apostrophe>(?<=[A-Za-z])'(?:s|t|re|ll|ve|d|m)\b)|(?<comment>(?:#|\/\/)[^\n]*)|(?<word>[A-Za-z_][\w.-]*)|(?<number>-?\d+(?:\.\d+)?)|(?<string>'[^'\n]*'|"[^"\n]*"|`[\w:.-]+(?: [\w:.-]+)*`)|(?<mark>[(){}[\]:,;=])/g
const NULL = /^(?:null|none|nil|undefined|false)$/i
const OPEN: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

function tokensOf(text: string): LooseToken[] {
  const tokens: LooseToken[] = []
  let first = true
  for (const { index, groups = {}, 0: whole } of text.matchAll(PATTERN)) {
    if (groups.newline) first = true
    if (groups.newline || groups.comment || groups.apostrophe) continue
    const { word, number, string } = groups
    const type = word ? 'word' : number ? 'number' : string ? 'string' : 'mark'
    const plain = string ? string.slice(1, -1) : whole
    tokens.push({ type, text: plain, start: index, end: index + whole.length, first })
    first = false
  }
  return tokens
}

/** The outermost calls in a text, in order. */
export function findCalls(text: string): LooseCall[] {
  const reader = new Reader(tokensOf(text))
  const calls: LooseCall[] = []
  for (let call = reader.nextCall(); call; call = reader.nextCall()) calls.push(call)
  return calls
}

/** The outermost maps `{...}` in a text, in order. */
export function findMaps(text: string): ReadonlyMap<string, Loose>[] {
  return new Reader(tokensOf(text)).maps()
}

/** Reads what it recognizes and skips the rest. Every step consumes a token, so that reading always ends. */
class Reader {
  readonly #tokens: readonly LooseToken[]
  #next = 0

  constructor(tokens: readonly LooseToken[]) {
    this.#tokens = tokens
  }

  nextCall(): LooseCall | undefined {
    while (this.#next < this.#tokens.length) {
      if (this.#atCall() && !this.#isDefinition()) return this.#call()
      this.#next++
    }
    return undefined
  }

  maps(): ReadonlyMap<string, Loose>[] {
    const maps: ReadonlyMap<string, Loose>[] = []
    while (this.#next < this.#tokens.length) {
      const value = this.#is('{') ? this.#value(0) : undefined
      if (value instanceof Map) maps.push(value)
      else if (value === undefined) this.#next++
    }
    return maps
  }

  #call(): LooseCall {
    const name = this.#token(0)
    this.#next += 2
    const args: LooseArgument[] = []
    let closed = false
    while (this.#next < this.#tokens.length) {
      if (this.#skip(')')) closed = true
      // A closing bracket is missing where the statement ends or the next line begins with a call.
      else if (this.#is(';') || (this.#token(0)?.first && this.#atCall())) closed = true
      if (closed) break
      if (this.#skip(',')) continue
      const key = this.#key()
      const value = this.#value(0)
      if (value === undefined) this.#next++
      else args.push({ key, value })
    }
    const end = this.#tokens[this.#next - 1]?.end ?? 0
    return { name: name?.text ?? '', args, closed, start: name?.start ?? 0, end }
  }

  /** `name =` or `name :` before a value. */
  #key(): string | null {
    const mark = this.#token(1)
    const isKey = mark?.type === 'mark' && (mark.text === '=' || mark.text === ':')
    const token = this.#token(0)
    if (!isKey || !token || token.type === 'mark' || token.type === 'number') return null
    this.#next += 2
    return token.text.toLowerCase()
  }

  /** Reads a value; undefined when none begins here. */
  #value(depth: number): Loose | undefined {
    const token = this.#token(0)
    if (!token) return undefined
    if (token.type === 'mark') {
      const close = OPEN[token.text]
      if (close === undefined || depth === MAX_DEPTH) return undefined
      this.#next++
      return close === '}' ? this.#map(depth + 1) : this.#list(close, depth + 1)
    }
    this.#next++
    if (token.type === 'number') return Number(token.text)
    if (token.type === 'string') return token.text
    // The result of a nested call is unknown: the function's name stands for it.
    if (this.#is('(')) this.#value(depth)
    return NULL.test(token.text) ? null : token.text
  }

  #list(close: string, depth: number): Loose[] {
    const items: Loose[] = []
    while (this.#next < this.#tokens.length && !this.#skip(close)) {
      if (this.#endsEarly()) break
      this.#key()
      const value = this.#value(depth)
      if (value === undefined) this.#next++
      else items.push(value)
    }
    return items
  }

  #map(depth: number): Map<string, Loose> {
    const map = new Map<string, Loose>()
    while (this.#next < this.#tokens.length && !this.#skip('}')) {
      if (this.#endsEarly()) break
      const key = this.#token(0)
      // The bracket before the next map is missing.
      if (this.#is('{')) break
      this.#next++
      if (!key || key.type === 'mark') continue
      const hasValue = this.#skip(':') || this.#skip('=') || this.#token(0)?.type === 'number'
      if (!hasValue && map.size > 0) {
        // The closing bracket is missing, and this token follows it.
        this.#next--
        break
      }
      const next = this.#token(0)
      const isBare = next?.type === 'mark' && OPEN[next.text] === undefined
      map.set(key.text.toLowerCase(), isBare ? null : (this.#value(depth) ?? null))
    }
    return map
  }

  /** Whether a mark here closes an outer bracket, so that the inner one is missing. */
  #endsEarly(): boolean {
    return (
      this.#is(')') ||
      this.#is(';') ||
      this.#is(']') ||
      (this.#token(0)?.first === true && this.#atCall())
    )
  }

  #token(ahead: number): LooseToken | undefined {
    return this.#tokens[this.#next + ahead]
  }

  #is(mark: string): boolean {
    const token = this.#token(0)
    return token?.type === 'mark' && token.text === mark
  }

  #skip(mark: string): boolean {
    const found = this.#is(mark)
    if (found) this.#next++
    return found
  }

  #atCall(): boolean {
    const [name, open] = [this.#token(0), this.#token(1)]
    return (
      name?.type === 'word' &&
      open?.type === 'mark' &&
      open.text === '(' &&
      open.start - name.end <= 1
    )
  }

  #isDefinition(): boolean {
    const before = this.#tokens[this.#next - 1]
    return before?.type === 'word' && /^(?:def|function|class)$/.test(before.text)
  }
}
