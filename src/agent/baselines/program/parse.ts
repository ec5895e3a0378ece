import type { Block, Expression, Statement } from './ast.ts'
import { mendProgram } from './mend.ts'
import { cutAtCommas, listIn, notUnderstood, parseExpression } from './parse-expression.ts'
import { type Part, ProgramFault, readTree } from './tree.ts'

export type ParsedProgram =
  | { readonly ok: true; readonly program: Block }
  | { readonly ok: false; readonly error: string }

const MAX_TEXT = 20_000

/**
 * Reads a program in a small part of Python: assignments, `if`, `while`, `for`, `assert` (with
 * ProgPrompt's `else:` for recovery), `def`, calls. Prose and a code fence around it are left out.
 * It is only ever walked by our own interpreter.
 */
export function parseProgram(answer: string): ParsedProgram {
  const code = codeIn(answer)
  if (code.length > MAX_TEXT) return { ok: false, error: `longer than ${MAX_TEXT} characters` }
  try {
    const program = parseBlock(readTree(mendProgram(code)))
    return program.length > 0 ? { ok: true, program } : { ok: false, error: 'there is no program' }
  } catch (error) {
    if (!(error instanceof ProgramFault)) throw error
    return { ok: false, error: error.message }
  }
}

/** What stands in the first code fence, or else from the first line on that looks like code. */
function codeIn(answer: string): string {
  const fenced = /```[a-z]*\n([\s\S]*?)(?:```|$)/i.exec(answer)?.[1]
  if (fenced !== undefined) return fenced
  const lines = answer.split('\n')
  const first = lines.findIndex((line) =>
    /^\s*(?:from \w|import \w|def \w|while |if |for |assert|#|\w+ *=[^=]|[a-z_]\w*\()/.test(line),
  )
  return lines.slice(Math.max(0, first)).join('\n')
}

function parseBlock(part: Part | undefined): Statement[] {
  return part?.parts.flatMap(parseStatement) ?? []
}

function parseStatement(part: Part): Statement[] {
  const { name, parts } = part
  switch (name) {
    case ':':
    case ';':
    case 'ImportStatement':
      return []
    case 'StatementGroup':
      return parseBlock(part)
    case 'PassStatement':
      return [{ type: 'pass' }]
    case 'BreakStatement':
      return [{ type: 'break' }]
    case 'ContinueStatement':
      return [{ type: 'continue' }]
    case 'ReturnStatement':
      return [{ type: 'return' }]
    case 'ExpressionStatement':
      return [{ type: 'do', what: parseExpression(...parts) }]
    case 'AssignStatement':
    case 'UpdateStatement':
      return [parseAssignment(part)]
    case 'IfStatement':
      return [parseIf(parts)]
    case 'WhileStatement':
      return [parseWhile(part)]
    case 'ForStatement':
      return [parseFor(part)]
    case 'AssertStatement':
      return [parseAssertion(part, null)]
    case 'TryStatement':
      return [parseRecovery(part)]
    case 'FunctionDefinition':
      return [parseDefinition(part)]
    default:
      throw notUnderstood(part)
  }
}

function parseAssignment(part: Part): Statement {
  const [target, mark, ...values] = part.parts
  const operator = mark?.text.slice(0, -1) ?? ''
  if (target?.name !== 'VariableName' || !/^[+\-*/]?$/.test(operator)) throw notUnderstood(part)
  const value = parseExpression(...values)
  const name = target.text
  if (operator === '') return { type: 'assign', name, value }
  const left: Expression = { type: 'name', name }
  return { type: 'assign', name, value: { type: 'binary', operator, left, right: value } }
}

function parseIf([, condition, body, next, ...others]: readonly Part[]): Statement {
  const test = parseExpression(condition)
  const then = parseBlock(body)
  const isChained = next?.name === 'elif'
  const otherwise = isChained ? [parseIf([next, ...others])] : parseBlock(others[0])
  return { type: 'if', test, then, otherwise }
}

function parseWhile(part: Part): Statement {
  const [, test, body, ...others] = part.parts
  if (others.length > 0) throw notUnderstood(part)
  return { type: 'while', test: parseExpression(test), body: parseBlock(body) }
}

function parseFor(part: Part): Statement {
  const [, name, , over, body, ...others] = part.parts
  if (name?.name !== 'VariableName' || body?.name !== 'Body' || others.length > 0)
    throw notUnderstood(part)
  return { type: 'for', name: name.text, over: parseExpression(over), body: parseBlock(body) }
}

function parseAssertion({ parts }: Part, recovery: Block | null): Statement {
  const [test = [], message] = cutAtCommas(parts.slice(1))
  return {
    type: 'assert',
    test: parseExpression(...test),
    message: message ? parseExpression(...message) : null,
    recovery,
  }
}

/** An `assert` with an `else`, as it was mended. */
function parseRecovery(part: Part): Statement {
  const [, body, otherwise, recovery] = part.parts
  const assertion = body?.parts[1]
  if (assertion?.name !== 'AssertStatement' || otherwise?.name !== 'else') throw notUnderstood(part)
  return parseAssertion(assertion, parseBlock(recovery))
}

function parseDefinition(part: Part): Statement {
  const [, name, list] = part.parts
  if (name?.name !== 'VariableName' || list?.name !== 'ParamList') throw notUnderstood(part)
  const parameters = listIn(list).map(([parameter]) => parameter?.text ?? '')
  return { type: 'define', name: name.text, parameters, body: parseBlock(part.parts.at(-1)) }
}
