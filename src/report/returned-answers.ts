import { join } from 'node:path'
import { CALLS_FILE, storedCall } from '#trial/stored-calls'
import { readGuardedText } from '#wire/guarded-file'
import { plainText } from '#wire/plain-text'

/** An answer of a model that was sent back, as a report quotes it. */
export interface ReturnedAnswer {
  /** Number of the call in the trial's transcript. */
  readonly call: number
  readonly purpose: string
  readonly problem: string
  /** The beginning of the answer, in one line. */
  readonly answer: string
}

/** Answers of one trial that are quoted, and the length of a quotation (characters). */
const MAX_ANSWERS = 5
const MAX_QUOTATION = 240
/** Larger transcripts are not read (bytes). */
const MAX_BYTES = 64 * 1024 * 1024

/** The first answers of a trial that were sent back, from its transcript; none without a readable one. */
export function returnedAnswers(folder: string): readonly ReturnedAnswer[] {
  return linesOf(folder)
    .flatMap((line) => {
      const stored = storedCall(line)
      if (!stored || stored.problem === null || stored.answer === null) return []
      const { call, purpose, problem, answer } = stored
      return {
        call,
        purpose: plainText(purpose),
        problem: plainText(problem),
        answer: plainText(answer, MAX_QUOTATION),
      }
    })
    .slice(0, MAX_ANSWERS)
}

function linesOf(folder: string): readonly string[] {
  try {
    return readGuardedText(join(folder, CALLS_FILE), MAX_BYTES)?.split('\n') ?? []
  } catch {
    return []
  }
}
