import type { Block, Expression, Parameter, Statement } from './ast.ts'
import {
  cutAtCommas,
  listIn,
  notUnderstood,
  parseExpression,
  parseList,
  parseTarget,
} from './parse-expression.ts'
import { repairProgram } from './repair.ts'
import { type Part, ProgramFault, readTree } from './tree.ts'

export type ParsedProgram =
  | { readonly ok: true; readonly program: Block }
  | { readonly ok: false; readonly error: string }

const MAX_TEXT = 20_000
/** The beginning of a line of code. */
const CODE =
  /^\s*(?:from \w|import \w|def \w|while |if |for |assert|try:|raise\b|#|[a-z_]\w*\(|[\w, ]+(?::[^=]+)?=[^=])/

/**
 * Reads a model's program in a subset of Python. The subset has assignments, `if`, `while`, `for`, `try`, `raise`,
 * `assert` (with ProgPrompt's `else:` for recovery), `def` and `return`; numbers, strings, f-strings, lists, dictionaries
 * and list comprehensions; operators, indexes and calls. It has no classes, lambdas, generators or slices, and imports are
 * ignored. Prose and a code fence around the program are removed.
 *
 * The result is a syntax tree of plain data. Only the interpreter in `run.ts` runs it; JavaScript never evaluates any part
 * of a program.
 */
export function parseProgram(answer: string): ParsedProgram {
  const code = codeIn(answer)
  if (code.length > MAX_TEXT) return { ok: false, error: `longer than ${MAX_TEXT} characters` }
  try {
    const program = parseBlock(readTree(repairProgram(code)))
    return program.length > 0 ? { ok: true, program } : { ok: false, error: 'there is no program' }
  } catch (error) {
    if (!(error instanceof ProgramFault)) throw error
    return { ok: false, error: error.message }
  }
}

/** The first code fence or, without one, the text from the first line that looks like code. */
function codeIn(answer: string): string {
  const fenced = /```[a-z]*\n([\s\S]*?)(?:```|$)/i.exec(answer)?.[1]
  if (fenced !== undefined) return fenced
  const lines = answer.split('\n')
  const first = lines.findIndex((line) => CODE.test(line))
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
    case 'ScopeStatement':
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
      return [{ type: 'return', value: parts.length > 1 ? parseList(parts.slice(1)) : null }]
    case 'RaiseStatement':
      return [{ type: 'raise', value: reasonIn(parts[1]) }]
    case 'ExpressionStatement':
      return [{ type: 'do', what: parseExpression(...parts) }]
    case 'AssignStatement':
    case 'UpdateStatement':
      return parseAssignment(part)
    case 'IfStatement':
      return [parseIf(parts)]
    case 'WhileStatement':
      return [parseWhile(part)]
    case 'ForStatement':
      return [parseFor(part)]
    case 'AssertStatement':
      return [parseAssertion(part, null)]
    case 'TryStatement':
      return [parseRecovery(part) ?? parseTry(part)]
    case 'FunctionDefinition':
      return [parseDefinition(part)]
    default:
      throw notUnderstood(part)
  }
}

/** `x = 1`, `x: int = 1`, `a, b = 1, 2`, `a = b = 1`, `n += 1`; a bare annotation such as `x: int` is ignored. */
function parseAssignment(part: Part): Statement[] {
  const isMark = ({ name }: Part) => name === 'AssignOp' || name === 'UpdateOp'
  const at = part.parts.findIndex(isMark)
  if (at < 0) return []
  const target = parseTarget(part.parts.slice(0, at).filter(({ name }) => name !== 'TypeDef'))
  const operator = part.parts[at]?.text.slice(0, -1) ?? ''
  if (!/^[+\-*/]?$/.test(operator)) throw notUnderstood(part)
  const values = part.parts.slice(at + 1)
  const next = values.findIndex(isMark)
  if (next >= 0) {
    const others = parseAssignment({ ...part, parts: values })
    return [...others, { type: 'assign', target, value: parseTarget(values.slice(0, next)) }]
  }
  const value = parseList(values)
  if (operator === '') return [{ type: 'assign', target, value }]
  return [
    { type: 'assign', target, value: { type: 'binary', operator, left: target, right: value } },
  ]
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
  const [, ...parts] = part.parts
  const at = parts.findIndex(({ name }) => name === 'in')
  const [over, body, ...others] = parts.slice(at + 1)
  if (body?.name !== 'Body' || others.length > 0) throw notUnderstood(part)
  return {
    type: 'for',
    target: parseTarget(parts.slice(0, at)),
    over: parseExpression(over),
    body: parseBlock(body),
  }
}

/** The message of a raised exception: its first argument, or its name. */
function reasonIn(part: Part | undefined): Expression | null {
  if (!part) return null
  const [name, list] = part.name === 'CallExpression' ? part.parts : [part]
  const [reason] = listIn(list)
  return reason ? parseExpression(...reason) : { type: 'literal', value: name?.text ?? '' }
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

/** An `assert` with an `else`, in the form that `repairProgram` gives it. */
function parseRecovery({ parts }: Part): Statement | undefined {
  const [, body, otherwise, recovery] = parts
  const assertion = body?.parts[1]
  if (assertion?.name !== 'AssertStatement' || otherwise?.name !== 'else') return undefined
  return parseAssertion(assertion, parseBlock(recovery))
}

/** The first `except` catches all exceptions, whatever type it names. */
function parseTry({ parts }: Part): Statement {
  const blockAfter = (word: string) => {
    const at = parts.findIndex(({ name }) => name === word)
    return at < 0 ? undefined : parts.slice(at).find(({ name }) => name === 'Body')
  }
  const handler = blockAfter('except')
  return {
    type: 'try',
    body: parseBlock(blockAfter('try')),
    handler: handler ? parseBlock(handler) : null,
    otherwise: parseBlock(blockAfter('else')),
    last: parseBlock(blockAfter('finally')),
  }
}

function parseDefinition(part: Part): Statement {
  const [, name, list] = part.parts
  if (name?.name !== 'VariableName' || list?.name !== 'ParamList') throw notUnderstood(part)
  const parameters = listIn(list).map(parseParameter)
  return { type: 'define', name: name.text, parameters, body: parseBlock(part.parts.at(-1)) }
}

function parseParameter(parts: readonly Part[]): Parameter {
  const [name, ...others] = parts
  const at = others.findIndex((part) => part.name === 'AssignOp')
  const preset = at < 0 ? null : parseExpression(...others.slice(at + 1))
  return { name: name?.text ?? '', preset }
}
