import type { Block, Expression, Parameter, ProgramArgument, Statement } from './ast.ts'
import { Halt, type ProgramEnd } from './halt.ts'
import {
  BUILT_IN,
  itemsOf,
  METHODS,
  numberOf,
  operate,
  printed,
  textOf,
  truth,
  type Value,
} from './values.ts'

/** The only access of a program to anything outside of itself. */
export interface ProgramHost {
  /** How many of an item are in the inventory. */
  count(item: string): number
  inventory(): ReadonlyMap<string, number>
  /** Performs a call that is not built in; returns false when the action failed, otherwise the call's value. */
  act(name: string, args: readonly { key: string | null; value: Value }[]): Promise<Value>
  /** Called with each text that the program prints. */
  print?(text: string): void
}

/** A function with which a program starts. */
export interface ProgramEntry {
  readonly name: string
  /** The function's variables: at the start and, after the run, at its end. */
  readonly variables: Map<string, Value>
}

/** Steps after which a program is stopped; each statement and each part of an expression is a step. */
const MAX_STEPS = 20_000
const MAX_CALL_DEPTH = 20
const MAX_TEXT = 2000

type Flow = 'next' | 'break' | 'continue' | 'return'
type Scope = Map<string, Value>
type Defined = Extract<Statement, { type: 'define' }>

/**
 * Interprets a program of the Python subset (see `parse.ts`) by walking its syntax tree; JavaScript never evaluates it. The
 * program reaches nothing but the host, and it is stopped after MAX_STEPS.
 * @param start the variables at the start, which the run changes, or the function to start with.
 * @throws whatever the host throws.
 */
export async function runProgram(
  program: Block,
  host: ProgramHost,
  start: Map<string, Value> | ProgramEntry = new Map([['__name__', '__main__']]),
): Promise<ProgramEnd> {
  const run = new ProgramRun(host)
  try {
    await (start instanceof Map ? run.main(program, start) : run.from(program, start))
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
  /** Number of enclosing `try` bodies with a handler. */
  #caught = 0
  #hasDone = false
  #returned: Value = null

  constructor(host: ProgramHost) {
    this.#host = host
  }

  /** Runs a program. If it only defines functions, the last function is called. */
  async main(program: Block, variables: Scope): Promise<void> {
    await this.#block(program, variables)
    const last = [...this.#defined.values()].at(-1)
    if (last && !this.#hasDone) await this.#enter(last, [])
  }

  /** Runs one function of a program, with the variables that the program defines outside of its functions. */
  async from(program: Block, { name, variables }: ProgramEntry): Promise<void> {
    const outside: Scope = new Map()
    await this.#block(program, outside)
    const entered = this.#defined.get(name)
    if (!entered) throw new Halt('fault', `there is no ${name}`)
    for (const [variable, value] of [...outside, ...(await this.#bind(entered.parameters, []))])
      if (!variables.has(variable)) variables.set(variable, value)
    await this.#block(entered.body, variables)
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
        await this.#assign(statement.target, await this.#value(statement.value, scope), scope)
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
          await this.#assign(statement.target, value, scope)
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
      case 'try':
        return this.#try(statement, scope)
      case 'raise':
        throw new Halt('fault', await this.#said(statement.value, scope))
      case 'return':
        this.#returned = statement.value ? await this.#value(statement.value, scope) : null
        return 'return'
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
    throw new Halt('assert', `an assertion does not hold: ${await this.#said(message, scope)}`)
  }

  async #said(message: Expression | null, scope: Scope): Promise<string> {
    return message ? textOf(await this.#value(message, scope)) : 'no more is said'
  }

  /** The handler catches any error of the body, a failed action included, but not the limit of steps. */
  async #try(
    { body, handler, otherwise, last }: Extract<Statement, { type: 'try' }>,
    scope: Scope,
  ): Promise<Flow> {
    const depth = this.#depth
    let flow: Flow
    if (handler) this.#caught++
    try {
      flow = await this.#block(body, scope)
      if (handler) this.#caught--
    } catch (error) {
      if (handler) this.#caught--
      this.#depth = depth
      if (!(error instanceof Halt) || error.end === 'limit') throw error
      if (!handler) {
        await this.#block(last, scope)
        throw error
      }
      flow = await this.#block(handler, scope)
      otherwise = []
    }
    if (flow === 'next') flow = await this.#block(otherwise, scope)
    const ending = await this.#block(last, scope)
    return ending === 'next' ? flow : ending
  }

  async #assign(target: Expression, value: Value, scope: Scope): Promise<void> {
    this.#step()
    if (target.type === 'name') scope.set(target.name, value)
    if (target.type === 'list')
      for (const [index, part] of target.items.entries())
        await this.#assign(part, itemsOf(value)[index] ?? null, scope)
    if (target.type === 'index') {
      const holder = await this.#value(target.of, scope)
      const key = await this.#value(target.key, scope)
      if (holder instanceof Map) holder.set(textOf(key), value)
      else if (Array.isArray(holder) && numberOf(key) < holder.length) holder[numberOf(key)] = value
    }
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
        if (isInventory(expression)) return new Map(this.#host.inventory())
        return scope.get(expression.name) ?? null
      case 'not':
        return !truth(await this.#value(expression.of, scope))
      case 'negative':
        return -numberOf(await this.#value(expression.of, scope))
      case 'text':
        return (await this.#values(expression.items, scope))
          .map(printed)
          .join('')
          .slice(0, MAX_TEXT)
      case 'choice': {
        const isTrue = await this.#isTrue(expression.test, scope)
        return this.#value(isTrue ? expression.value : expression.otherwise, scope)
      }
      case 'comprehension':
        return this.#comprehend(expression, scope)
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

  async #comprehend(
    { item, target, over, test }: Extract<Expression, { type: 'comprehension' }>,
    scope: Scope,
  ): Promise<Value[]> {
    const values: Value[] = []
    const inner = new Map(scope)
    for (const value of itemsOf(await this.#value(over, scope))) {
      await this.#assign(target, value, inner)
      if (!test || (await this.#isTrue(test, inner))) values.push(await this.#value(item, inner))
    }
    return values
  }

  async #map(
    entries: readonly (readonly [Expression, Expression])[],
    scope: Scope,
  ): Promise<Map<string, Value>> {
    const map = new Map<string, Value>()
    for (const [key, value] of entries) {
      // A bare word that is not a variable is read as an item's name.
      const isWord = isPlainName(key) && !scope.has(key.name)
      const name = isWord ? key.name : textOf(await this.#value(key, scope))
      map.set(name, await this.#value(value, scope))
    }
    return map
  }

  async #index({ of, key }: Extract<Expression, { type: 'index' }>, scope: Scope): Promise<Value> {
    const at = await this.#value(key, scope)
    if (isInventory(of)) return this.#host.count(textOf(at))
    const value = await this.#value(of, scope)
    if (value instanceof Map) return value.get(textOf(at)) ?? null
    return Array.isArray(value) ? (value.at(numberOf(at)) ?? null) : null
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
    const isAboutAll = on !== null && isInventory(on) && /^(?:items|keys|values)$/.test(name)
    const asks =
      on === null || isAgent(on) ? INVENTORY_FUNCTIONS.has(name) : isInventory(on) && !isAboutAll
    if (asks) return this.#ask(name, values)
    const defined = on === null ? this.#defined.get(name) : undefined
    if (defined) return this.#enter(defined, values)
    if (on === null && name === 'print') this.#host.print?.(values.map(printed).join(' '))
    const builtIn = on === null ? BUILT_IN.get(name) : undefined
    if (builtIn) return builtIn(values)
    const holder = isAboutAll
      ? new Map(this.#host.inventory())
      : on && (await this.#value(on, scope))
    if (holder !== null && holder !== '') {
      const method = METHODS.get(name)
      if (!method) throw new Halt('fault', `there is no method ${name}`)
      return method(holder, values)
    }
    return this.#act(name, given)
  }

  async #act(name: string, args: Parameters<ProgramHost['act']>[1]): Promise<Value> {
    this.#hasDone = true
    const given = await this.#host.act(name, args)
    if (given === false && this.#caught > 0) throw new Halt('fault', `${name} failed`)
    return given
  }

  async #arguments(args: readonly ProgramArgument[], scope: Scope) {
    const given: { key: string | null; value: Value }[] = []
    for (const { key, value } of args) {
      // A bare word that is not a variable is read as an item's name.
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
    this.#hasDone = true
    this.#depth++
    this.#returned = null
    const flow = await this.#block(body, await this.#bind(parameters, values))
    this.#depth--
    return flow === 'return' ? this.#returned : null
  }

  async #bind(parameters: readonly Parameter[], values: readonly Value[]): Promise<Scope> {
    const scope: Scope = new Map()
    for (const [index, { name, preset }] of parameters.entries()) {
      const given = values[index]
      if (given === undefined && preset) scope.set(name, await this.#value(preset, scope))
      else scope.set(name, given ?? null)
    }
    return scope
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

function isAgent(expression: Expression): boolean {
  return isPlainName(expression) && /^(?:agent|self)$/.test(expression.name)
}

/** Whether an expression is `inventory`, or the `inventory` of anything, such as `agent.inventory`. */
function isInventory(expression: Expression): boolean {
  if (isPlainName(expression)) return expression.name === 'inventory'
  const { key } = expression.type === 'index' ? expression : { key: null }
  return key?.type === 'literal' && key.value === 'inventory'
}
