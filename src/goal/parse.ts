import { eitherOf, MAX_ALTERNATIVES } from './alternatives.ts'
import type { Goal, ItemCounts, Plan, PlannedGoal } from './goal.ts'
import type { GoalLanguage } from './goal-language.ts'
import { type Position, SyntaxFault, type Token, tokenize } from './tokens.ts'

export interface PlanSyntaxError extends Position {
  readonly message: string
}

export type ParsedPlan =
  | { readonly ok: true; readonly goals: Plan }
  | { readonly ok: false; readonly error: PlanSyntaxError }

/** Maximum characters of a text, goals in it, kinds in one goal, and items of one kind. */
const MAX_TEXT = 20_000
const MAX_GOALS = 200
const MAX_KINDS = 32
const MAX_COUNT = 2304

/**
 * Reads a plan in the goal language of DEPS (appendix C):
 *
 *     plan   = { step [";"] }
 *     step   = goal { "or" goal }
 *     goal   = skill "(" [ argument { "," argument } [","] ] ")"
 *     argument = [ ("obj" | "materials" | "tool") "=" ] ( counts | tool )
 *     counts = "{" [ name ":" number { "," name ":" number } [","] ] "}"
 *     tool   = string | "null" | "None"
 *
 * A name is a word or a string in quotes of either kind. The first counts are the target, the second
 * the materials, which only crafting and smelting have. Any one of its goals completes a step. Item names are not resolved
 * here.
 */
export function parsePlan(language: Pick<GoalLanguage, 'names'>, text: string): ParsedPlan {
  if (text.length > MAX_TEXT) {
    const message = `text longer than ${MAX_TEXT} characters`
    return { ok: false, error: { message, line: 1, column: 1 } }
  }
  try {
    return { ok: true, goals: new Parser(language.names, tokenize(text)).plan() }
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error
    return { ok: false, error: { message: error.message, ...error.position } }
  }
}

type Role = 'obj' | 'materials' | 'tool'

interface Argument {
  readonly role: Role | undefined
  readonly value: ItemCounts | string | null
  readonly at: Token
}

/** Recursive descent, one method for each rule of the grammar. */
class Parser {
  readonly #skills: readonly string[]
  readonly #tokens: readonly Token[]
  #next = 0

  constructor(skills: readonly string[], tokens: readonly Token[]) {
    this.#skills = skills
    this.#tokens = tokens
  }

  plan(): PlannedGoal[] {
    const goals: PlannedGoal[] = []
    while (this.#peek().type !== 'end') {
      if (goals.length === MAX_GOALS) throw fault(this.#peek(), `more than ${MAX_GOALS} goals`)
      goals.push(this.#step())
      this.#skip(';')
    }
    return goals
  }

  #step(): PlannedGoal {
    const first = this.#goal()
    const goals = [first]
    while (this.#isOr()) {
      if (goals.length === MAX_ALTERNATIVES)
        throw fault(this.#peek(), `more than ${MAX_ALTERNATIVES} goals to choose from`)
      this.#next++
      goals.push(this.#goal())
    }
    return eitherOf(goals) ?? first
  }

  #isOr(): boolean {
    const { type, text } = this.#peek()
    return type === 'word' && text.toLowerCase() === 'or'
  }

  #goal(): Goal {
    const name = this.#take('word', 'a skill')
    const skill = this.#skills.find((known) => known === name.text.toLowerCase())
    if (!skill) throw fault(name, `no skill '${name.text}': expected ${this.#skills.join(', ')}`)
    this.#expect('(')
    const args = this.#list(')', () => this.#argument())
    return makeGoal(skill, name, args)
  }

  #argument(): Argument {
    const at = this.#peek()
    const named = at.type === 'word' && this.#tokens[this.#next + 1]?.text === '='
    const role = named ? this.#role() : undefined
    return { role, value: this.#value(), at }
  }

  #role(): Role {
    const { text, ...at } = this.#take('word', 'an argument name')
    this.#expect('=')
    if (text === 'obj' || text === 'materials' || text === 'tool') return text
    throw new SyntaxFault(`no argument '${text}': expected obj, materials or tool`, at)
  }

  #value(): ItemCounts | string | null {
    if (this.#skip('{')) return this.#counts()
    const token = this.#peek()
    if (token.type === 'string') {
      this.#next++
      return itemName(token)
    }
    if (token.type === 'word' && /^(null|none)$/i.test(token.text)) {
      this.#next++
      return null
    }
    throw fault(token, `expected {...}, a tool in quotes or null, found ${described(token)}`)
  }

  #counts(): ItemCounts {
    const counts = new Map<string, number>()
    this.#list('}', () => {
      const key = this.#peek()
      if (key.type !== 'word' && key.type !== 'string')
        throw fault(key, `expected the name of an item, found ${described(key)}`)
      this.#next++
      const name = itemName(key)
      this.#expect(':')
      const number = this.#take('number', 'a number')
      const count = Number(number.text)
      if (count < 1 || count > MAX_COUNT)
        throw fault(number, `expected a number from 1 to ${MAX_COUNT}`)
      if (counts.has(name)) throw fault(key, `'${name}' twice`)
      if (counts.size === MAX_KINDS) throw fault(key, `more than ${MAX_KINDS} kinds`)
      counts.set(name, count)
    })
    return Object.fromEntries(counts)
  }

  /** Items separated by commas up to and including a closing mark. */
  #list<T>(close: string, item: () => T): T[] {
    const items: T[] = []
    while (!this.#skip(close)) {
      items.push(item())
      if (this.#skip(',')) continue
      this.#expect(close, `',' or '${close}'`)
      break
    }
    return items
  }

  #peek(): Token {
    const token = this.#tokens[this.#next]
    if (!token) throw new RangeError('read past the end of a plan')
    return token
  }

  #take(type: Token['type'], what: string): Token {
    const token = this.#peek()
    if (token.type !== type) throw fault(token, `expected ${what}, found ${described(token)}`)
    this.#next++
    return token
  }

  #skip(mark: string): boolean {
    const token = this.#peek()
    const found = token.type === 'mark' && token.text === mark
    if (found) this.#next++
    return found
  }

  #expect(mark: string, what = `'${mark}'`): void {
    if (!this.#skip(mark))
      throw fault(this.#peek(), `expected ${what}, found ${described(this.#peek())}`)
  }
}

const NAME = /^[a-z][a-z0-9_]*$/

function itemName(token: Token): string {
  const name = token.text
    .trim()
    .toLowerCase()
    .replace(/^minecraft:/, '')
    .replace(/[\s-]+/g, '_')
  if (!NAME.test(name)) throw fault(token, `'${token.text}' is not the name of an item`)
  return name
}

/** Assigns a role to each argument: by its name or, without one, by its type and order. */
function makeGoal(skill: string, at: Token, args: readonly Argument[]): Goal {
  const roles = new Map<Role, Argument>()
  for (const arg of args) {
    const isCounts = typeof arg.value === 'object' && arg.value !== null
    const role = arg.role ?? (isCounts ? (roles.has('obj') ? 'materials' : 'obj') : 'tool')
    if (roles.has(role)) throw fault(arg.at, 'one argument too many')
    if (isCounts !== (role !== 'tool'))
      throw fault(arg.at, role === 'tool' ? 'tool takes a name or null' : `${role} takes {...}`)
    roles.set(role, arg)
  }
  const target = roles.get('obj')?.value
  if (target === null || typeof target !== 'object' || Object.keys(target).length === 0)
    throw fault(at, `${skill} without a target such as {log:3}`)
  const using = roles.get('materials')?.value
  const tool = roles.get('tool')?.value
  return {
    skill,
    target,
    using: typeof using === 'object' && using !== null ? using : {},
    tool: typeof tool === 'string' ? tool : null,
  }
}

function fault(at: Position, message: string): SyntaxFault {
  return new SyntaxFault(message, at)
}

function described(token: Token): string {
  return token.type === 'end' ? 'the end' : `'${token.text}'`
}
