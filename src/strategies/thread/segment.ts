/** The token with which a line asks for something and waits for it (THREAD, section 3): the spawn token. */
export const LISTEN = '=>'
/** What ends the answer to such a line. */
export const HEARD = '<='

/** Characters of a segment that are read, and of one line. */
const MAX_SEGMENT = 8000
const MAX_LINE = 1000

const FENCE = /^```\w*$/
const END = /^#*\s*END\s*#*[.;]?$/
const ACTION = /^>\s*(.*)$/
const PRINT = /^print\s*\((.*)\)\s*;?$/
const ASSIGNMENT = /^([A-Za-z_]\w*)\s*=(?![=>])\s*\S/

/** What a thread does between two answers, besides thinking. */
export type Statement =
  /** Sets a variable. */
  | { readonly kind: 'assign'; readonly name: string; readonly code: string }
  /** What goes back to the parent if the thread ends here: a text, or an expression. */
  | { readonly kind: 'print'; readonly text: string; readonly isCode: boolean }

/** How a segment closes. */
export type Closing =
  /** With an action for the environment (the ξ of Algorithm 2). */
  | { readonly kind: 'act'; readonly action: string }
  /** With a line that is the task of a child. */
  | { readonly kind: 'spawn'; readonly line: string }
  | { readonly kind: 'end' }
  /** With neither: nothing is asked for. */
  | { readonly kind: 'open' }

/** What a thread writes from one answer to the next. */
export interface Segment {
  /** Its lines as they stay in the dialogue, without the token that closes the last of them. */
  readonly text: string
  readonly statements: readonly Statement[]
  readonly closing: Closing
}

/**
 * Reads a segment, which a model's answer is up to the spawn token. Servers do not say at what an answer stopped: one that
 * ends in neither END, print nor a statement is taken to wait for its last line. An action always waits, so that what a
 * model goes on with, results of its own making among it, counts for nothing.
 * @param isCutOff Whether the answer was cut off at its limit: then its last line is none.
 */
export function readSegment(answer: string, isCutOff = false): Segment {
  const all = linesOf(answer)
  const lines = isCutOff ? all.slice(0, -1) : all
  const statements: Statement[] = []
  const kept: string[] = []
  const closed = (closing: Closing): Segment => ({ text: kept.join('\n'), statements, closing })
  for (const line of lines) {
    if (END.test(line)) return closed({ kind: 'end' })
    kept.push(line)
    const action = ACTION.exec(line)?.[1]
    if (action) return closed({ kind: 'act', action })
    const statement = statementIn(line)
    if (statement) statements.push(statement)
  }
  const last = kept.at(-1)
  if (isCutOff || last === undefined) return closed({ kind: 'open' })
  const statement = statementIn(last)
  if (statement) return closed({ kind: statement.kind === 'print' ? 'end' : 'open' })
  return closed({ kind: 'spawn', line: last })
}

function linesOf(answer: string): string[] {
  return answer
    .slice(0, MAX_SEGMENT)
    .split(/\r?\n/)
    .map((line) => line.trim().slice(0, MAX_LINE))
    .filter((line) => line !== '' && !FENCE.test(line) && !line.startsWith('#####'))
}

function statementIn(line: string): Statement | undefined {
  const printed = PRINT.exec(line)?.[1]
  if (printed !== undefined) {
    const quoted = /^f?(['"])(.*)\1$/.exec(printed.trim())?.[2]
    return { kind: 'print', text: quoted ?? printed, isCode: quoted === undefined }
  }
  const name = ASSIGNMENT.exec(line)?.[1]
  return name === undefined ? undefined : { kind: 'assign', name, code: line }
}
