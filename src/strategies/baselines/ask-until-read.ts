import { type AskedModel, MAX_ANSWERS, MAX_QUOTE } from '#agent/model/watched-model'
import type { ChatMessage, ModelFailure } from '#llm/model'
import type { StrategyContext } from '../strategy.ts'

/** One question to a model, and how its answer is read. */
export interface Question<Read> {
  /** One word for the event log. */
  readonly purpose: 'plan' | 'program' | 'act' | 'refine'
  /** Whether labelled thoughts are part of the answer's form. */
  readonly thinksAloud?: boolean
  /** `problem` is what is wrong with an answer of which a part can be used. */
  read(
    text: string,
    isCutOff: boolean,
  ):
    | { readonly ok: true; readonly value: Read; readonly problem?: string }
    | { readonly ok: false; readonly error: string }
  /** What the model is told when its answer is sent back. */
  again(error: string): string
}

/** What is wrong with an answer that ends too soon. */
export const CUT_OFF = 'it is cut off'

export type Asked<Read> =
  | { readonly kind: 'read'; readonly value: Read }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'no-answer'; readonly failure: ModelFailure }

/**
 * Asks as DEPS's planner does: an answer that cannot be read, is cut off or names what is not there is sent back with the
 * reason, as often as there; of the last one whatever can be read is used. A call without an answer counts as one, unless
 * the model cannot be asked any further. The dialogue grows by what was said.
 * @throws the signal's reason when it fires.
 */
export async function askUntilRead<Read>(
  model: AskedModel,
  { signal, record }: Pick<StrategyContext, 'signal' | 'record'>,
  dialogue: ChatMessage[],
  { purpose, thinksAloud = false, read, again }: Question<Read>,
): Promise<Asked<Read>> {
  for (let left = MAX_ANSWERS - 1; ; left--) {
    const messages = [...dialogue]
    const result = await model.complete({ purpose, messages, thinksAloud }, signal)
    signal.throwIfAborted()
    if (!result.ok) {
      if (model.failure || left === 0) return { kind: 'no-answer', failure: result.failure }
      continue
    }
    dialogue.push({ role: 'assistant', content: result.text.slice(0, MAX_QUOTE) })
    const answer = read(result.text, result.finishReason === 'length')
    const problem = answer.ok ? answer.problem : answer.error
    if (problem !== undefined) record({ type: 'answer-rejected', purpose, problem })
    if (answer.ok && (problem === undefined || left === 0))
      return { kind: 'read', value: answer.value }
    if (problem === undefined || left === 0) return { kind: 'unreadable' }
    dialogue.push({ role: 'user', content: again(problem) })
  }
}
