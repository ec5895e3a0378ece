import type { SyntaxNode } from '@lezer/common'
import { parser } from '@lezer/python'

/** A part of a program as the grammar of Python names it. */
export interface Part {
  readonly name: string
  readonly text: string
  readonly parts: readonly Part[]
}

/** The text is no program of the language. */
export class ProgramFault extends Error {}

/** Guards against nesting that would use up the stack; every operator in a chain counts. */
const MAX_DEPTH = 120
const PYTHON = parser.configure({ strict: true })

/** Reads the parts of a program. @throws ProgramFault */
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
