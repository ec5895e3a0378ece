/** An answer, and the thoughts that were in its text. */
export interface Considered {
  readonly text: string
  /** Empty for none. */
  readonly thoughts: string
}

const CLOSED = /<(think|thinking|thought|reasoning)>([\s\S]*?)<\/\1>/gi
/** A thought whose opening tag is in the prompt's template, and a thought whose end was cut off. */
const OPENED_BEFORE = /^([\s\S]*)<\/(?:think|thinking|thought|reasoning)>/i
const UNCLOSED = /(?<=^|\n)[^\S\n]*<(?:think|thinking|thought|reasoning)>([\s\S]*)$/i

const THOUGHT = /^[\s>#*_]*(?:thoughts?|thinking|reasoning)[\s*_]*:[\s*_]*/i
/** The start of the answer after a thought: a label such as `Answer:`, or a part of the answer itself. */
const ANSWER_LABEL =
  /^[\s>#*_]*(?:(?:final |my )?answer|(?:the |final )?plan|output|response)[\s*_]*:[\s*_]*/im
const ANSWER_PART =
  /^(?:[\s>#*_]*(?:explanation|action|act|goals?|program|code|step\s*\d+|execution order)[\s*_]*[:.)]|\s*```)/im

/**
 * Separates an answer from the model's thoughts: thoughts in tags (`<think>`), closed or not, and thoughts under a label
 * (`Thought:`) before the answer.
 * @param aloud whether labelled thoughts are part of the answer's form, as in ReAct, and stay in it.
 */
export function considered(answer: string, aloud: boolean): Considered {
  const thoughts: string[] = []
  const take = (_: string, ...groups: string[]) => {
    thoughts.push(groups.at(-3) ?? '')
    return ''
  }
  const untagged = answer.replace(CLOSED, take).replace(OPENED_BEFORE, take).replace(UNCLOSED, take)
  const { text, thoughts: labelled } = aloud
    ? { text: untagged, thoughts: '' }
    : afterLabel(untagged)
  const all = [...thoughts, labelled].map((thought) => thought.trim()).filter(Boolean)
  return { text: all.length === 0 ? answer : text.trim(), thoughts: all.join('\n\n') }
}

function afterLabel(text: string): Considered {
  const label = THOUGHT.exec(text)
  if (!label) return { text, thoughts: '' }
  const rest = text.slice(label[0].length)
  const [end, start] = endOfThought(rest)
  if (rest.slice(start).trim() === '') return { text, thoughts: '' }
  return { text: rest.slice(start), thoughts: rest.slice(0, end) }
}

/** The end of a thought and the start of the answer after it. */
function endOfThought(rest: string): [end: number, start: number] {
  const label = ANSWER_LABEL.exec(rest)
  const part = ANSWER_PART.exec(rest)
  if (label && !(part && part.index < label.index))
    return [label.index, label.index + label[0].length]
  if (part) return [part.index, part.index]
  const gap = /\n\s*\n|\n/.exec(/\n\s*\n/.test(rest) ? rest.replace(/\n(?!\s*\n)/g, ' ') : rest)
  return gap ? [gap.index, gap.index] : [rest.length, rest.length]
}
