import type { SyntaxNode } from '@lezer/common'
import { parser } from '@lezer/python'

/** A node of a program's syntax tree, under its name in the grammar of Python. */
export interface Part {
  readonly name: string
  readonly text: string
  readonly parts: readonly Part[]
}

/** Thrown for a text that is not a program of the subset. */
export class ProgramFault extends Error {}

/** Deepest nesting, so that the stack cannot overflow; every operator in a chain counts. */
const MAX_DEPTH = 120
const PYTHON = parser.configure({ strict: true })

/** Parses a program into its syntax tree. @throws ProgramFault */
export function readTree(code: string): Part {
  try {
    return partOf(PYTHON.parse(code).topNode, code, MAX_DEPTH)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const at = Number(/\d+$/.exec(error.message)?.[0])
    const line = code.slice(0, at).split('\n').length
    const found = /\w+|\S/.exec(code.slice(at))?.[0].slice(0, 40) ?? 'the end'
    throw new ProgramFault(`line ${line}: unexpected '${found}'`)
  }
}

function partOf(node: SyntaxNode, code: string, depth: number): Part {
  if (depth === 0) throw new ProgramFault('nested too deeply')
  const parts: Part[] = []
  for (let child = node.firstChild; child; child = child.nextSibling)
    parts.push(partOf(child, code, depth - 1))
  return { name: node.name, text: code.slice(node.from, node.to), parts }
}
