import type { z } from 'zod'
import type { ChatMessage, ModelFailure, ModelResult } from './model.ts'
import { REPETITION } from './repetition.ts'
import type { AskedModel } from './watched-model.ts'

/** Answers to one question, the first included, before the question is given up; the same for all strategies. */
export const MAX_ANSWERS = 3
/** Longest answer that stays in a dialogue (characters). */
export const MAX_QUOTE = 1000
/** The problem with an answer that was cut off at its limit. */
export const CUT_OFF = 'it is cut off'
/** The problem with an answer that was cut where it began to repeat itself. */
const REPEATS = 'it repeats the same lines, which were cut'

/** An answer as a parser reads it. */
export type ReadAnswer<Read> =
  /** `problem` says what is wrong with an answer that can be used in part. */
  | { readonly ok: true; readonly value: Read; readonly problem?: string }
  | { readonly ok: false; readonly error: string }

/** One question to a model, and how its answer is read. */
export interface Question<Read, Structured = unknown> {
  /** One word for the event log. */
  readonly purpose: string
  readonly temperature?: number
  /** Whether labelled thoughts are part of the answer's form. */
  readonly thinksAloud?: boolean
  readonly schema?: z.ZodType<Structured>
  /** Answers before the question is given up; by default, MAX_ANSWERS. */
  readonly maxAnswers?: number
  /** Whether the first failed call ends the question; otherwise it counts as an answer. */
  readonly endsOnFailedCall?: boolean
  read(answer: ModelResult<Structured> & { ok: true }): ReadAnswer<Read>
  /** The message that sends an answer back. */
  again(problem: string): string
  /** Called with the problem of each answer, also of those that can be used in part. */
  onProblem?(problem: string): void
  /** The answer as it stays in the dialogue once it is read, from its value and its text; by default, its own text. */
  quote?(value: Read, answer: string): string
}

export type Asked<Read> =
  | { readonly kind: 'read'; readonly value: Read }
  /** `problem` is that of the last answer. */
  | { readonly kind: 'unreadable'; readonly problem: string }
  | { readonly kind: 'no-answer'; readonly failure: ModelFailure }

/** An answer that can be used, at least in part. */
interface Usable<Read> {
  readonly value: Read
  readonly text: string
  readonly problem: string | undefined
}

/** Number of problems in their text, where a semicolon joins them. */
function problemsIn(problem: string | undefined): number {
  return problem === undefined ? 0 : problem.split('; ').length
}

const ABORTED: ModelFailure = { kind: 'aborted', detail: 'stopped' }

/**
 * Asks until an answer can be read: an answer with a problem is sent back with the reason, at most `maxAnswers` times. If
 * none is without a problem, the best is taken: the one with the fewest problems, and of several the latest. A failed call counts as an answer unless the model cannot be asked any more.
 * The dialogue grows by the answers and the replies to them. Never rejects: a fired signal is a failure.
 */
export async function askUntilRead<Read, Structured = unknown>(
  model: AskedModel,
  dialogue: ChatMessage[],
  question: Question<Read, Structured>,
  signal: AbortSignal,
): Promise<Asked<Read>> {
  const { read, again, onProblem, quote, maxAnswers, endsOnFailedCall, ...request } = question
  let best: Usable<Read> | null = null
  for (let left = (maxAnswers ?? MAX_ANSWERS) - 1; ; left--) {
    const { purpose, temperature, thinksAloud, schema } = request
    const result = await model.complete(
      {
        purpose,
        messages: [...dialogue],
        ...(temperature !== undefined && { temperature }),
        ...(thinksAloud !== undefined && { thinksAloud }),
        ...(schema && { schema }),
      },
      signal,
    )
    if (signal.aborted) return { kind: 'no-answer', failure: ABORTED }
    if (!result.ok) {
      const isOver = endsOnFailedCall || model.failure !== null || left === 0
      if (isOver && best && model.failure === null) return { kind: 'read', value: best.value }
      if (isOver) return { kind: 'no-answer', failure: result.failure }
      continue
    }
    const answer = read(result)
    const repeats = result.finishReason === REPETITION ? REPEATS : undefined
    const problem = answer.ok ? (answer.problem ?? repeats) : answer.error
    const isLast = left === 0
    if (problem !== undefined) onProblem?.(problem)
    const usable = answer.ok ? { value: answer.value, text: result.text, problem } : null
    if (usable && (!best || problemsIn(problem) <= problemsIn(best.problem))) best = usable
    const taken = usable && problem === undefined ? usable : isLast ? best : null
    const quoted =
      taken && quote ? quote(taken.value, taken.text) : (taken ?? result).text.slice(0, MAX_QUOTE)
    dialogue.push({ role: 'assistant', content: quoted })
    if (taken) return { kind: 'read', value: taken.value }
    const reason = problem ?? ''
    if (isLast) return { kind: 'unreadable', problem: reason }
    dialogue.push({ role: 'user', content: again(reason) })
  }
}
