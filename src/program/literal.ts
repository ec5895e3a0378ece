import type { Expression } from './ast.ts'
import { parseExpression } from './parse-expression.ts'
import { ProgramFault, readTree } from './tree.ts'
import type { Value } from './values.ts'

const MAX_LITERAL = 1000

/** Reads a string, number, list or dictionary in Python's notation; undefined for any other text. */
export function readLiteral(text: string): Value | undefined {
  try {
    const [statement] = readTree(text.slice(0, MAX_LITERAL).trim()).parts
    if (statement?.name !== 'ExpressionStatement') return undefined
    return literalValue(parseExpression(...statement.parts))
  } catch (error) {
    if (!(error instanceof ProgramFault)) throw error
    return undefined
  }
}

/** The value of a literal expression; undefined for any other expression. */
export function literalValue(expression: Expression): Value | undefined {
  switch (expression.type) {
    case 'literal':
      return expression.value
    case 'negative': {
      const value = literalValue(expression.of)
      return typeof value === 'number' ? -value : undefined
    }
    case 'list': {
      const items = expression.items.map(literalValue)
      return items.includes(undefined) ? undefined : items.filter((item) => item !== undefined)
    }
    case 'map': {
      const map = new Map<string, Value>()
      for (const [key, entry] of expression.entries) {
        const name = key.type === 'name' ? key.name : literalValue(key)
        const value = literalValue(entry)
        if (name === undefined || typeof name === 'object' || value === undefined) return undefined
        map.set(String(name), value)
      }
      return map
    }
    default:
      return undefined
  }
}
