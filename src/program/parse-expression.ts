import type { Expression, ProgramArgument } from './ast.ts'
import { type Part, ProgramFault } from './tree.ts'

const OPERATOR = /^(?:[=!<>]=|[<>]|(?:not )?in|is(?: not)?|[+\-*/%]|\/\/)$/
const LITERALS = new Map(
  Object.entries({ True: true, true: true, False: false, false: false, None: null, null: null }),
)

/** Reads an expression from exactly one part. @throws ProgramFault */
export function parseExpression(...given: readonly (Part | undefined)[]): Expression {
  const [part] = given
  if (!part || given.length > 1) throw notUnderstood(...given)
  const { name, text, parts } = part
  switch (name) {
    case 'Number':
      if (!Number.isFinite(Number(text))) break
      return { type: 'literal', value: Number(text) }
    case 'String':
      return { type: 'literal', value: text.slice(1, -1) }
    case 'FormatString':
      return { type: 'text', items: textParts(part) }
    case 'ContinuedString':
      return { type: 'text', items: parts.map((piece) => parseExpression(piece)) }
    case 'VariableName':
    case 'Boolean':
    case 'None': {
      const value = LITERALS.get(text)
      return value === undefined ? { type: 'name', name: text } : { type: 'literal', value }
    }
    case 'ParenthesizedExpression':
      return parseExpression(parts[1])
    case 'ConditionalExpression': {
      const [value, , test, , otherwise] = parts
      return {
        type: 'choice',
        test: parseExpression(test),
        value: parseExpression(value),
        otherwise: parseExpression(otherwise),
      }
    }
    case 'ArrayComprehensionExpression':
      return parseComprehension(parts.slice(1, -1))
    case 'ArrayExpression':
    case 'TupleExpression':
    case 'SetExpression':
      return { type: 'list', items: listIn(part).map((item) => parseExpression(...item)) }
    case 'DictionaryExpression':
      return { type: 'map', entries: listIn(part).map(parseEntry) }
    case 'CallExpression':
      return parseCall(part)
    case 'MemberExpression':
      return { type: 'index', of: parseExpression(parts[0]), key: parseKey(parts) }
    case 'UnaryExpression':
    case 'BinaryExpression':
      return parseOperation(part)
  }
  throw notUnderstood(part)
}

/** Reads one expression, or several between commas as a list. */
export function parseList(parts: readonly Part[]): Expression {
  if (!parts.some(({ name }) => name === ',')) return parseExpression(...parts)
  return { type: 'list', items: cutAtCommas(parts).map((item) => parseExpression(...item)) }
}

/** Reads the target of an assignment: a name, an index, or a list of targets. @throws ProgramFault */
export function parseTarget(parts: readonly Part[]): Expression {
  const target = parseList(parts)
  if (!isTarget(target)) throw notUnderstood(...parts)
  return target
}

function isTarget(expression: Expression): boolean {
  if (expression.type === 'list') return expression.items.every(isTarget)
  return expression.type === 'name' || expression.type === 'index'
}

/** The parts between the brackets of a part, split at the commas. */
export function listIn(part: Part | undefined): Part[][] {
  return cutAtCommas(part?.parts.slice(1, -1) ?? [])
}

export function cutAtCommas(parts: readonly Part[]): Part[][] {
  const items: Part[][] = [[]]
  for (const part of parts) {
    if (part.name === ',') items.push([])
    else items.at(-1)?.push(part)
  }
  return items.filter((item) => item.length > 0)
}

/** The error for Python that is outside of the subset. */
export function notUnderstood(...parts: readonly (Part | undefined)[]): ProgramFault {
  const text = parts.map((part) => part?.text ?? '').join(' ')
  return new ProgramFault(`'${text.slice(0, 40)}' is not understood`)
}

function parseEntry([key, , ...value]: readonly Part[]): [Expression, Expression] {
  return [parseExpression(key), parseExpression(...value)]
}

function parseKey([, mark, ...others]: readonly Part[]): Expression {
  if (mark?.name === '[') return parseExpression(...others.slice(0, -1))
  return { type: 'literal', value: others[0]?.text ?? '' }
}

function parseCall(call: Part): Expression {
  const [callee, list] = call.parts
  const args = parseArguments(list)
  if (callee?.name === 'VariableName') return { type: 'call', on: null, name: callee.text, args }
  const [on, dot, name] = callee?.parts ?? []
  if (dot?.name !== '.' || !name) throw notUnderstood(call)
  return { type: 'call', on: parseExpression(on), name: name.text, args }
}

function parseArguments(list: Part | undefined): ProgramArgument[] {
  const inside = list?.parts.slice(1, -1) ?? []
  if (inside.some(({ name }) => name === 'for'))
    return [{ key: null, value: parseComprehension(inside) }]
  return cutAtCommas(inside).map(parseArgument)
}

/** `item for target in over`, with or without an `if`. */
function parseComprehension(parts: readonly Part[]): Expression {
  const at = (word: string) => parts.findIndex(({ name }) => name === word)
  const [loop, over, test] = [at('for'), at('in'), at('if')]
  const end = test < 0 ? parts.length : test
  return {
    type: 'comprehension',
    item: parseExpression(...parts.slice(0, loop)),
    target: parseTarget(parts.slice(loop + 1, over)),
    over: parseExpression(...parts.slice(over + 1, end)),
    test: test < 0 ? null : parseExpression(...parts.slice(test + 1)),
  }
}

/** The literal pieces of an f-string and the expressions between them. */
function textParts({ text, parts }: Part): Expression[] {
  const pieces: Expression[] = []
  let from = 2
  const written = (to: number) =>
    pieces.push({ type: 'literal', value: text.slice(from, to).replace(/([{}])\1/g, '$1') })
  for (const part of parts.filter(({ name }) => name === 'FormatReplacement')) {
    const at = text.indexOf(part.text, from)
    written(at)
    pieces.push(parseExpression(part.parts[1]))
    from = at + part.text.length
  }
  written(text.length - 1)
  return pieces
}

/** `from_` stands for `from`, which is a keyword of Python. */
function parseArgument(parts: readonly Part[]): ProgramArgument {
  const [key, mark, ...value] = parts
  if (mark?.name !== 'AssignOp') return { key: null, value: parseExpression(...parts) }
  return { key: key?.text.replace(/_$/, '') ?? null, value: parseExpression(...value) }
}

function parseOperation(part: Part): Expression {
  const logic = logicIn(part)
  if (logic.length > 1) return parseLogic(logic)
  const [left, ...others] = part.parts
  if (left?.text === '-') return { type: 'negative', of: parseExpression(...others) }
  const right = others.pop()
  const operator = others.map(({ text }) => text).join(' ')
  if (!OPERATOR.test(operator)) throw notUnderstood(part)
  const binary = { left: parseExpression(left), right: parseExpression(right) }
  if (operator === 'not in')
    return { type: 'not', of: { type: 'binary', operator: 'in', ...binary } }
  if (operator.startsWith('is'))
    return { type: 'binary', operator: operator === 'is' ? '==' : '!=', ...binary }
  return { type: 'binary', operator, ...binary }
}

/** Splits an expression at `or`, `and` and `not`: the grammar gives `not` the wrong precedence. */
function logicIn(part: Part): Part[] {
  const [first, second] = part.parts
  const isLogic = first?.name === 'not' || second?.name === 'and' || second?.name === 'or'
  return isLogic ? part.parts.flatMap(logicIn) : [part]
}

function parseLogic(parts: readonly Part[]): Expression {
  for (const operator of ['or', 'and']) {
    const at = parts.findLastIndex(({ name }) => name === operator)
    if (at < 0) continue
    const left = parseLogic(parts.slice(0, at))
    return { type: 'binary', operator, left, right: parseLogic(parts.slice(at + 1)) }
  }
  if (parts[0]?.name === 'not') return { type: 'not', of: parseLogic(parts.slice(1)) }
  return parseExpression(...parts)
}
