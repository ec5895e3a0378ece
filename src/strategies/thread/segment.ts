/** The spawn token (THREAD, section 3): a line that ends with it waits for an answer. */
export const LISTEN = '=>'
/** Ends the answer to such a line. */
export const ANSWERED = '<='

/** Longest part of a segment that is read, and longest line (characters). */
const MAX_SEGMENT = 8000
const MAX_LINE = 1000

const FENCE = /^```\w*$/
const END = /^#*\s*END\s*#*[.;]?$/
const ACTION = /^>\s*(.*)$/
const PRINT = /^print\s*\((.*)\)\s*;?$/
const ASSIGNMENT = /^([A-Za-z_]\w*)\s*=(?![=>])\s*\S/

/** Talk around an answer, and results and contexts that the model repeats or invents: none of them is a task. */
const REMARK =
  /^(?:i hope|hope this|let me know|good luck|feel free|please |note\b|in summary|in conclusion|that'?s (?:it|all)|sure\b|okay\b|ok\b|here (?:is|are)\b|(?:the |this |my )?(?:task|thread) is (?:now )?(?:done|complete|completed|finished)|done\b|finished\b|i (?:succeed|fail)(?:ed)? on\b|my inventory has\b|i have (?:now )?(?:obtained|completed|finished)\b|task:|inventory:|\(|nothing is done\b)/i

/** A statement that a thread makes between two answers. */
export type Statement =
  /** Sets a variable. */
  | { readonly kind: 'assign'; readonly name: string; readonly code: string }
  /** The result for the parent if the thread ends here: a text, or an expression. */
  | { readonly kind: 'print'; readonly text: string; readonly isCode: boolean }

/** How a segment ends. */
export type Closing =
  /** With an action for the environment (ξ of Algorithm 2). */
  | { readonly kind: 'act'; readonly action: string }
  /** With a line that becomes the task of a child. */
  | { readonly kind: 'spawn'; readonly line: string }
  | { readonly kind: 'end' }
  /** Without a question. */
  | { readonly kind: 'open' }

/** The text that a thread writes from one answer to the next. */
export interface Segment {
  /** The lines that stay in the dialogue, without the token at the end of the last line. */
  readonly text: string
  readonly statements: readonly Statement[]
  readonly closing: Closing
}

/**
 * Reads a segment: a model's answer up to the spawn token. Servers do not report which stop sequence ended an answer, so
 * the last line waits unless it is END, print, a statement or a remark. An action always waits, so results that the model invents
 * after an action are ignored.
 * @param isCutOff whether the answer was cut off at its limit: then its last line is ignored.
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
  if (REMARK.test(last) || last.endsWith(ANSWERED)) return closed({ kind: 'open' })
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
