/** Longest part of an answer that is read, and longest thought that stays in the dialogue (characters). */
const MAX_ANSWER = 2000
export const MAX_THOUGHT = 300

/** Markup that models put around a line. */
const MARKS = /^[\s>`*]+|[\s`*]+$/g
const THOUGHT = /^(?:think|thinking|thought|thoughts)[\s*]*:[\s*]*(.*)$/i
const LABEL = /^(?:my |the )?(?:next )?(?:act|action|goal|command|move|answer)[\s*]*:[\s*]*/i
/** An observation that the model invents: the lines after it are ignored, or before it where it begins the answer. */
const MADE_UP = /^(?:observation|i succeed on|i fail on|ok\.?$)/i

/** One turn of a model that thinks and acts. */
export interface ReactAnswer {
  /** Empty for none. */
  readonly thought: string
  /** The lines that are not thoughts, without labels and markup. */
  readonly lines: readonly string[]
}

/** Reads a turn: models put several lines, fences and labels into one answer. */
export function readReactAnswer(answer: string): ReactAnswer {
  const lines = answer
    .slice(0, MAX_ANSWER)
    .split(/\r?\n/)
    .map((line) => line.replace(MARKS, ''))
    .filter((line) => line !== '' && !/^(?:json|python)$/.test(line))
  const start = lines.findIndex((line) => !MADE_UP.test(line))
  const rest = start < 0 ? [] : lines.slice(start)
  const end = rest.findIndex((line) => MADE_UP.test(line))
  const own = end < 0 ? rest : rest.slice(0, end)
  const thoughts = own.flatMap((line) => THOUGHT.exec(line)?.[1] ?? [])
  return {
    thought: thoughts.join(' ').slice(0, MAX_THOUGHT),
    lines: own
      .filter((line) => !THOUGHT.test(line))
      .map((line) => line.replace(LABEL, '').replace(MARKS, ''))
      .filter((line) => line !== ''),
  }
}
