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

const FENCE = /```[^\n`]*\n[\s\S]*?```/g
/** Words before a fence that replaces the fences before it. Fences without them may be parts of one answer. */
const REVISION =
  /\b(?:final|revised|corrected|improved|updated|complete|instead|better|wait|actually|answer)\b/i

/**
 * Separates an answer from the model's thoughts: thoughts in tags (`<think>`), closed or not, and thoughts under a label
 * (`Thought:`) before the answer. Where a model reasons in fences and then writes its answer in another, the last fence counts.
 * @param aloud whether labelled thoughts are part of the answer's form, as in ReAct, and stay in it.
 */
export function considered(answer: string, aloud: boolean): Considered {
  const thoughts: string[] = []
  const take = (_: string, ...groups: string[]) => {
    thoughts.push(groups.at(-3) ?? '')
    return ''
  }
  const untagged = answer.replace(CLOSED, take).replace(OPENED_BEFORE, take).replace(UNCLOSED, take)
  const plain = { text: untagged, thoughts: '' }
  const { text: unlabelled, thoughts: labelled } = aloud ? plain : afterLabel(untagged)
  const { text, thoughts: drafts } = aloud ? plain : fromLastFence(unlabelled)
  const all = [...thoughts, labelled, drafts].map((thought) => thought.trim()).filter(Boolean)
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

function fromLastFence(text: string): Considered {
  const [draft, last] = [...text.matchAll(FENCE)].slice(-2)
  if (!draft || !last) return { text, thoughts: '' }
  const between = text.slice(draft.index + draft[0].length, last.index)
  if (!REVISION.test(between)) return { text, thoughts: '' }
  return { text: text.slice(last.index), thoughts: text.slice(0, last.index) }
}
