import type { Expression, ProgramArgument } from './ast.ts'
import { type Part, ProgramFault } from './tree.ts'

const OPERATOR = /^(?:[=!<>]=|[<>]|(?:not )?in|[+\-*/%]|\/\/)$/
const LITERALS = new Map(
  Object.entries({ True: true, true: true, False: false, false: false, None: null, null: null }),
)

/** Reads an expression; there must be one part and no more. @throws ProgramFault */
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
    case 'VariableName':
    case 'Boolean':
    case 'None': {
      const value = LITERALS.get(text)
      return value === undefined ? { type: 'name', name: text } : { type: 'literal', value }
    }
    case 'ParenthesizedExpression':
      return parseExpression(parts[1])
    case 'ArrayExpression':
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

/** What stands between the brackets of a part, cut at the commas. */
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

/** Python may have it, the language has not. */
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
  const args = listIn(list).map(parseArgument)
  if (callee?.name === 'VariableName') return { type: 'call', on: null, name: callee.text, args }
  const [on, dot, name] = callee?.parts ?? []
  if (dot?.name !== '.' || !name) throw notUnderstood(call)
  return { type: 'call', on: parseExpression(on), name: name.text, args }
}

/** `from_` is `from`, which Python keeps for itself. */
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
  return { type: 'binary', operator, ...binary }
}

/**
 * Takes apart what `or`, `and` and `not` join, to put it together by their precedence: in the
 * grammar `not` reaches over the others.
 */
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
