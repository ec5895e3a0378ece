import type { Block, Expression, ProgramArgument, Statement } from './ast.ts'
import { Halt, type ProgramEnd } from './halt.ts'
import { BUILT_IN, itemsOf, numberOf, operate, textOf, truth, type Value } from './values.ts'

/** What a program can see and do. */
export interface ProgramHost {
  /** How many of a thing are in the inventory. */
  count(item: string): number
  /** Carries out a call that is none of the language's own; false when it failed. */
  act(name: string, args: readonly { key: string | null; value: Value }[]): Promise<boolean>
}

/** Steps (statements and parts of expressions) after which a program is stopped. */
const MAX_STEPS = 20_000
const MAX_CALL_DEPTH = 20

type Flow = 'next' | 'break' | 'continue' | 'return'
type Scope = Map<string, Value>
type Defined = Extract<Statement, { type: 'define' }>

/**
 * Walks a program step by step. It has no access to anything but the host, and ends by itself after
 * a number of steps. @throws whatever the host throws.
 */
export async function runProgram(program: Block, host: ProgramHost): Promise<ProgramEnd> {
  const run = new ProgramRun(host)
  try {
    await run.main(program)
    return { end: 'finished', detail: 'the program is done' }
  } catch (error) {
    if (error instanceof Halt) return { end: error.end, detail: error.message }
    throw error
  }
}

class ProgramRun {
  readonly #host: ProgramHost
  readonly #defined = new Map<string, Defined>()
  #steps = 0
  #depth = 0

  constructor(host: ProgramHost) {
    this.#host = host
  }

  /** A program that only defines functions means the last of them. */
  async main(program: Block): Promise<void> {
    await this.#block(program, new Map())
    const last = [...this.#defined.values()].at(-1)
    if (last && program.every(({ type }) => type === 'define')) await this.#enter(last, [])
  }

  async #block(block: Block, scope: Scope): Promise<Flow> {
    for (const statement of block) {
      const flow = await this.#statement(statement, scope)
      if (flow !== 'next') return flow
    }
    return 'next'
  }

  async #statement(statement: Statement, scope: Scope): Promise<Flow> {
    this.#step()
    switch (statement.type) {
      case 'assign':
        scope.set(statement.name, await this.#value(statement.value, scope))
        return 'next'
      case 'do':
        await this.#value(statement.what, scope)
        return 'next'
      case 'if':
        return this.#block(
          (await this.#isTrue(statement.test, scope)) ? statement.then : statement.otherwise,
          scope,
        )
      case 'while':
        while (await this.#isTrue(statement.test, scope)) {
          const flow = await this.#block(statement.body, scope)
          if (flow === 'return') return flow
          if (flow === 'break') break
        }
        return 'next'
      case 'for':
        for (const value of itemsOf(await this.#value(statement.over, scope))) {
          scope.set(statement.name, value)
          this.#step()
          const flow = await this.#block(statement.body, scope)
          if (flow === 'return') return flow
          if (flow === 'break') break
        }
        return 'next'
      case 'assert':
        return this.#assert(statement, scope)
      case 'define':
        this.#defined.set(statement.name, statement)
        return 'next'
      case 'return':
      case 'break':
      case 'continue':
        return statement.type
      case 'pass':
        return 'next'
    }
  }

  async #assert(
    { test, message, recovery }: Extract<Statement, { type: 'assert' }>,
    scope: Scope,
  ): Promise<Flow> {
    if (await this.#isTrue(test, scope)) return 'next'
    if (recovery) return this.#block(recovery, scope)
    const said = message ? textOf(await this.#value(message, scope)) : 'no more is said'
    throw new Halt('assert', `an assertion does not hold: ${said}`)
  }

  async #isTrue(test: Expression, scope: Scope): Promise<boolean> {
    return truth(await this.#value(test, scope))
  }

  async #value(expression: Expression, scope: Scope): Promise<Value> {
    this.#step()
    switch (expression.type) {
      case 'literal':
        return expression.value
      case 'name':
        return scope.get(expression.name) ?? null
      case 'not':
        return !truth(await this.#value(expression.of, scope))
      case 'negative':
        return -numberOf(await this.#value(expression.of, scope))
      case 'list':
        return this.#values(expression.items, scope)
      case 'map':
        return this.#map(expression.entries, scope)
      case 'index':
        return this.#index(expression, scope)
      case 'binary':
        return this.#binary(expression, scope)
      case 'call':
        return this.#call(expression, scope)
    }
  }

  async #values(expressions: readonly Expression[], scope: Scope): Promise<Value[]> {
    const values: Value[] = []
    for (const expression of expressions) values.push(await this.#value(expression, scope))
    return values
  }

  async #map(
    entries: readonly (readonly [Expression, Expression])[],
    scope: Scope,
  ): Promise<Map<string, Value>> {
    const map = new Map<string, Value>()
    for (const [key, value] of entries) {
      const name = isPlainName(key) ? key.name : textOf(await this.#value(key, scope))
      map.set(name, await this.#value(value, scope))
    }
    return map
  }

  async #index({ of, key }: Extract<Expression, { type: 'index' }>, scope: Scope): Promise<Value> {
    const at = await this.#value(key, scope)
    if (isInventory(of)) return this.#host.count(textOf(at))
    const value = await this.#value(of, scope)
    if (value instanceof Map) return value.get(textOf(at)) ?? null
    return Array.isArray(value) ? (value[numberOf(at)] ?? null) : null
  }

  async #binary(
    { operator, left, right }: Extract<Expression, { type: 'binary' }>,
    scope: Scope,
  ): Promise<Value> {
    if (operator === 'in' && isInventory(right))
      return this.#host.count(textOf(await this.#value(left, scope))) > 0
    const a = await this.#value(left, scope)
    if (operator === 'and') return truth(a) ? this.#value(right, scope) : a
    if (operator === 'or') return truth(a) ? a : this.#value(right, scope)
    return operate(operator, a, await this.#value(right, scope))
  }

  async #call(
    { on, name, args }: Extract<Expression, { type: 'call' }>,
    scope: Scope,
  ): Promise<Value> {
    const given = await this.#arguments(args, scope)
    const values = given.map(({ value }) => value)
    if ((on !== null && isInventory(on)) || (on === null && INVENTORY_FUNCTIONS.has(name)))
      return this.#ask(name, values)
    const defined = on === null ? this.#defined.get(name) : undefined
    if (defined) return this.#enter(defined, values)
    const builtIn = on === null ? BUILT_IN.get(name) : undefined
    return builtIn ? builtIn(values) : this.#host.act(name, given)
  }

  async #arguments(args: readonly ProgramArgument[], scope: Scope) {
    const given: { key: string | null; value: Value }[] = []
    for (const { key, value } of args) {
      // A bare word that stands for nothing is taken for a thing.
      const isWord = isPlainName(value) && !scope.has(value.name)
      given.push({ key, value: isWord ? value.name : await this.#value(value, scope) })
    }
    return given
  }

  /** `inventory.has({'log':3})`, `inventory.get('log', 0)`, `inventory.count('log')`. */
  #ask(name: string, [what = null, number = 1]: readonly Value[]): Value {
    const wanted: readonly (readonly [string, Value])[] =
      what instanceof Map ? [...what] : itemsOf(what).map((item) => [textOf(item), number])
    if (!/^(?:has|contains|have|includes)/.test(name)) return this.#host.count(wanted[0]?.[0] ?? '')
    return wanted.every(([item, count]) => this.#host.count(item) >= numberOf(count))
  }

  async #enter({ name, parameters, body }: Defined, values: readonly Value[]): Promise<Value> {
    if (this.#depth === MAX_CALL_DEPTH) throw new Halt('fault', `${name} calls itself too often`)
    this.#depth++
    await this.#block(body, new Map(parameters.map((key, i) => [key, values[i] ?? null])))
    this.#depth--
    return null
  }

  #step(): void {
    if (++this.#steps > MAX_STEPS) throw new Halt('limit', `${MAX_STEPS} steps are used up`)
  }
}

const INVENTORY_FUNCTIONS: ReadonlySet<string> = new Set([
  'has',
  'have',
  'has_item',
  'count',
  'count_of',
])

function isPlainName(expression: Expression): expression is Extract<Expression, { type: 'name' }> {
  return expression.type === 'name'
}

/** `inventory`, and `agent.inventory` or whose it may be. */
function isInventory(expression: Expression): boolean {
  if (isPlainName(expression)) return expression.name === 'inventory'
  const { key } = expression.type === 'index' ? expression : { key: null }
  return key?.type === 'literal' && key.value === 'inventory'
}
