import type { ChatMessage } from '#llm/model'
import type { AskedModel } from '#llm/watched-model'
import { counted } from '#wire/wording'
import { type Execution, type Executor, failed, modelFailed } from './roles.ts'

/** Turns of an executor for one task (ADaPT, appendix A). */
export const REACT_TURNS = 20
/** Attempts after the first are drawn at this temperature (ADaPT, appendix A). */
export const RETRY_TEMPERATURE = 0.7
/** Turns in a row without a gain (thoughts, refused actions) after which the executor fails. */
const PATIENCE = 8
/** Longest reason of an executor that gives up (characters). */
const MAX_REASON = 200

/** The executor's own verdict on its task: `task completed` or `task failed` (ADaPT, section 3.1). */
export type Verdict = 'completed' | 'failed'

/** The result of one answer of the model. */
export interface Turn {
  /** The action or thought, as it was understood. */
  readonly said: string
  readonly seen: string
  /** Whether the turn made progress: thoughts and refused actions do not. */
  readonly gained: boolean
  readonly verdict: Verdict | null
}

export interface ReactOptions<Task, Context> {
  readonly model: AskedModel
  readonly maxTurns: number
  readonly temperature: number
  /** The first messages: the task, and the context that the controller passes on (appendix A). */
  begin(task: Task, context: Context): readonly ChatMessage[]
  /** Performs the action of an answer. */
  act(answer: string): Turn | Promise<Turn>
}

/**
 * The executor of ADaPT (section 3.1): a model that acts, observes and thinks in turn, as in ReAct, and decides by itself
 * whether the task is completed or failed.
 */
export class ReactExecutor<Task, Context> implements Executor<Task, Context> {
  readonly #options: ReactOptions<Task, Context>

  constructor(options: ReactOptions<Task, Context>) {
    this.#options = options
  }

  async run(task: Task, context: Context, signal: AbortSignal): Promise<Execution> {
    const { model, maxTurns, temperature, begin, act } = this.#options
    const messages = [...begin(task, context)]
    const log: string[] = []
    let idle = 0
    for (let turn = 0; turn < maxTurns; turn++) {
      const answer = await model.complete(
        { messages: [...messages], purpose: 'act', temperature, thinksAloud: true },
        signal,
      )
      if (!answer.ok) return { ...modelFailed(model, answer.failure), log }
      const { said, seen, gained, verdict } = await act(answer.text)
      log.push(`> ${said}`, seen)
      if (verdict === 'completed') return { ok: true, log }
      if (verdict === 'failed') return { ...failed(lastWords(said)), log }
      idle = gained ? 0 : idle + 1
      if (idle >= PATIENCE) return { ...failed(`${PATIENCE} turns in a row brought nothing`), log }
      messages.push({ role: 'assistant', content: said }, { role: 'user', content: seen })
    }
    return { ...failed(`not done in ${counted(maxTurns, 'turn')}`), log }
  }
}

function lastWords(said: string): string {
  return `it says: ${said.replace(/\s+/g, ' ').slice(0, MAX_REASON)}`
}

/** The verdict in a thought; null for none. */
export function verdictIn(thought: string): Verdict | null {
  if (/task completed/i.test(thought)) return 'completed'
  return /task failed/i.test(thought) ? 'failed' : null
}
