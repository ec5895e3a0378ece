import { countsText } from '../../goal/print.ts'
import { repairPlan } from '../../goal/repair.ts'
import type { ChatMessage, ChatModel } from '../../llm/model.ts'
import { considered } from '../../llm/thoughts.ts'
import { executePlan, IN_ORDER } from '../deps/execute-plan.ts'
import { fill, languageValues, loadPrompt } from '../model/prompts.ts'
import { taskText } from '../model/task-text.ts'
import { noAnswer } from '../model/watched-model.ts'
import type { Task } from '../planner/planner.ts'
import type { Strategy, StrategyContext } from '../strategy.ts'

const PROMPT = loadPrompt('inner-monologue')
/** Actions for a task, and failed ones in a row, before it gives up. */
const MAX_ACTIONS = 100
const MAX_FAILURES = 8
const MAX_QUOTE = 500

/**
 * Inner Monologue, as the paper compares itself with it (section 4.1, appendix G.1.2): one action at
 * a time, with the scene and whether the last action succeeded as feedback, and no explanation.
 */
export class InnerMonologueStrategy implements Strategy {
  readonly name = 'inner-monologue'
  readonly #model: ChatModel

  constructor(model: ChatModel) {
    this.#model = model
  }

  async pursue(task: Task, context: StrategyContext): Promise<string> {
    const { environment, signal } = context
    const scene = () => countsText(environment.observe().inventory).replace('{}', 'nothing')
    const opening = { task: taskText(task), inventory: scene() }
    const dialogue: ChatMessage[] = [
      { role: 'system', content: fill(PROMPT, 'system', languageValues(environment.language)) },
      { role: 'user', content: fill(PROMPT, 'task', opening) },
    ]
    for (
      let actions = 0, failures = 0;
      actions < MAX_ACTIONS && failures < MAX_FAILURES;
      actions++
    ) {
      const result = await this.#model.complete(
        { purpose: 'act', messages: dialogue, thinksAloud: true },
        signal,
      )
      signal.throwIfAborted()
      if (!result.ok) return noAnswer(result.failure)
      const success = await act(result.text, context)
      failures = success ? 0 : failures + 1
      const outcome = { success: String(success), inventory: scene() }
      dialogue.push(
        { role: 'assistant', content: result.text.slice(0, MAX_QUOTE) },
        { role: 'user', content: fill(PROMPT, 'outcome', outcome) },
      )
    }
    return 'action after action led to nothing'
  }
}

/** Carries out the first action in an answer. */
async function act(answer: string, context: StrategyContext): Promise<boolean> {
  const said = /^\W*action\W+(.*)$/im.exec(answer)?.[1] ?? considered(answer, false).text
  const read = repairPlan(context.environment.language, said)
  const problem = read.ok ? undefined : read.error.message
  if (problem !== undefined) context.record({ type: 'unusable-answer', purpose: 'act', problem })
  const goals = read.ok ? read.goals.slice(0, 1) : []
  if (goals.length === 0) return false
  context.record({ type: 'plan', reason: 'the next action', goals })
  return (await executePlan(goals, IN_ORDER, context)).failed === null
}
