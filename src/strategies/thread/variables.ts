import { parseProgram } from '#program/parse'
import { type ProgramHost, runProgram } from '#program/run'
import type { Value } from '#program/values'

const MAX_VARIABLES = 100
/** Longest value as text (characters). */
const MAX_TEXT = 1000
const PLACE = /\{([A-Za-z_]\w*)\}/g

/** A line of a thread can read and set variables and nothing else. */
const NOTHING: ProgramHost = {
  count: () => 0,
  inventory: () => new Map(),
  act: () => Promise.resolve(false),
}

/** A text with the values of variables filled in. */
export interface Filled {
  readonly text: string
  /** Names without a value; their places stay as they are. */
  readonly unknown: readonly string[]
}

/**
 * The variables of a thread (THREAD, section 3): names that stand for values in later lines. The interpreter of `#program`
 * computes the values.
 */
export class Variables {
  readonly #values: Map<string, Value>

  constructor(values: ReadonlyMap<string, Value> = new Map()) {
    this.#values = new Map(values)
  }

  /** A copy for a child. */
  forChild(): Variables {
    return new Variables(structuredClone(this.#values))
  }

  /** Sets a variable. @returns the problem with the line; undefined when the variable is set. */
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

  /** The value of an expression as text; undefined when it has no value. */
  async textOf(expression: string): Promise<string | undefined> {
    const probe = this.forChild()
    const problem = await probe.assign('printed', `printed = ${expression}`)
    return problem === undefined ? probe.fill('{printed}').text : undefined
  }

  /** Replaces each `{name}` in a text by its value. */
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

/** A value as text, with lists and dictionaries as in Python. */
function valueText(value: Value): string {
  const pieces: string[] = []
  let room = MAX_TEXT
  const put = (text: string) => {
    pieces.push(text.slice(0, Math.max(0, room)))
    room -= text.length
  }
  const write = (part: Value, isInner: boolean) => {
    if (room <= 0) return
    if (typeof part !== 'object' || part === null) {
      put(typeof part === 'string' && isInner ? `'${part}'` : String(part))
      return
    }
    const isMap = part instanceof Map
    put(isMap ? '{' : '[')
    const entries = isMap ? [...part] : part.map((item) => [null, item] as const)
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
