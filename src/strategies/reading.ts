import type { Plan } from '#goal/goal'
import type { GoalLanguage } from '#goal/goal-language'
import { goalText } from '#goal/print'
import type { ReadAnswer } from '#llm/ask-until-read'
import type { ReadableAnswer, Reading } from '#llm/reading'

/** Reads an answer again as its strategy does, without acting on it. */
export type AnswerReader = (language: GoalLanguage, answer: ReadableAnswer) => Reading

/** The readers of a strategy by the purposes of its calls. */
export type AnswerReaders = Readonly<Record<string, AnswerReader>>

/** A parser's result for transcripts. */
export function readingOf<Read>(read: ReadAnswer<Read>, print: (value: Read) => string): Reading {
  if (!read.ok) return { text: '', problem: read.error }
  return { text: print(read.value), problem: read.problem ?? null }
}

export function planLines(plan: Plan): string {
  return plan.map(goalText).join('\n')
}
