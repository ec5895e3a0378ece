import { parseProgram } from '#program/parse'
import { type ProgramHost, runProgram } from '#program/run'
import type { Value } from '#program/values'

const MAX_VARIABLES = 100
/** Longest value as a text (characters). */
const MAX_TEXT = 1000
const PLACE = /\{([A-Za-z_]\w*)\}/g

/** Nothing that a line of a thread computes can reach beyond its variables. */
const NOTHING: ProgramHost = {
  count: () => 0,
  inventory: () => new Map(),
  act: () => Promise.resolve(false),
}

/** A text with its places filled in. */
export interface Filled {
  readonly text: string
  /** Names that stand for nothing; they stay as they are. */
  readonly unknown: readonly string[]
}

/**
 * The variables of a thread (THREAD, section 3): what it has found out, under names that stand for it in later lines. Their
 * values are computed by the interpreter of Code as Policies.
 */
export class Variables {
  readonly #values: Map<string, Value>

  constructor(values: ReadonlyMap<string, Value> = new Map()) {
    this.#values = new Map(values)
  }

  /** Those of a child: all that there are now, as values of its own. */
  forChild(): Variables {
    return new Variables(structuredClone(this.#values))
  }

  /** @returns what is wrong with the line; undefined when the variable is set. */
  async assign(name: string, code: string): Promise<string | undefined> {
    if (this.#values.size >= MAX_VARIABLES && !this.#values.has(name))
      return `${name} is not set: there are ${MAX_VARIABLES} variables`
    const parsed = parseProgram(code)
    if (!parsed.ok) return `${name} is not set: ${parsed.error}`
    const [statement, ...more] = parsed.program
    if (statement?.type !== 'assign' || more.length > 0) return `${name} is not set: no assignment`
    const values = new Map(this.#values)
    const { end, detail } = await runProgram([statement], NOTHING, values)
    if (end !== 'finished') return `${name} is not set: ${detail}`
    this.#set(name, values.get(name) ?? null)
    return this.#values.has(name) ? undefined : `${name} is not set: there is no such value`
  }

  /** The text that an expression stands for; undefined when it stands for nothing. */
  async textOf(expression: string): Promise<string | undefined> {
    const probe = this.forChild()
    const problem = await probe.assign('printed', `printed = ${expression}`)
    return problem === undefined ? probe.fill('{printed}').text : undefined
  }

  /** A text with the values in the place of `{name}`. */
  fill(text: string): Filled {
    const unknown: string[] = []
    const filled = text.replace(PLACE, (place, name: string) => {
      const value = this.#values.get(name)
      if (value !== undefined) return valueText(value)
      unknown.push(name)
      return place
    })
    return { text: filled, unknown }
  }

  #set(name: string, value: Value): void {
    if (value === null) this.#values.delete(name)
    else this.#values.set(name, value)
  }
}

/** A value as a thread reads it: lists as in Python. */
function valueText(value: Value): string {
  const pieces: string[] = []
  let room = MAX_TEXT
  const put = (text: string) => {
    pieces.push(text.slice(0, Math.max(0, room)))
    room -= text.length
  }
  const write = (one: Value, isInner: boolean) => {
    if (room <= 0) return
    if (typeof one !== 'object' || one === null) {
      put(typeof one === 'string' && isInner ? `'${one}'` : String(one))
      return
    }
    const isMap = one instanceof Map
    put(isMap ? '{' : '[')
    const entries = isMap ? [...one] : one.map((item) => [null, item] as const)
    for (const [index, [key, item]] of entries.entries()) {
      if (room <= 0) return
      if (index > 0) put(', ')
      if (key !== null) put(`'${key}': `)
      write(item, true)
    }
    put(isMap ? '}' : ']')
  }
  write(value, false)
  return pieces.join('').replace(/\s+/g, ' ')
}
