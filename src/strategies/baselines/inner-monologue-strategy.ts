import type { Task } from '#agent/planner/planner'
import { taskText } from '#agent/planner/task-text'
import { fill, languageValues, loadPrompt } from '#agent/prompts'
import type { Goal } from '#goal/goal'
import type { GoalLanguage } from '#goal/goal-language'
import { countsText } from '#goal/print'
import { repairPlan } from '#goal/repair/repair'
import { askUntilRead, type Question, type ReadAnswer } from '#llm/ask-until-read'
import type { ChatMessage, ChatModel } from '#llm/model'
import { considered } from '#llm/thoughts'
import { noAnswer, WatchedModel } from '#llm/watched-model'
import { executePlan, IN_ORDER } from '../deps/execute-plan.ts'
import type { Strategy, StrategyContext } from '../strategy.ts'

const PROMPT = loadPrompt('inner-monologue')
const AGAIN = loadPrompt('answer-again')
/** Actions for a task, and failed actions in a row, after which the strategy gives up. */
const MAX_ACTIONS = 100
const MAX_FAILURES = 8

/**
 * Inner Monologue as a baseline of DEPS (section 4.1, appendix G.1.2): the model names one action at a time. Its feedback
 * is the scene and whether the last action succeeded, without an explanation.
 */
export class InnerMonologueStrategy implements Strategy {
  readonly name = 'inner-monologue'
  readonly #model: ChatModel

  constructor(model: ChatModel) {
    this.#model = model
  }

  async pursue(task: Task, context: StrategyContext): Promise<string> {
    const { environment, signal, record } = context
    const { language } = environment
    const model = new WatchedModel(this.#model)
    const scene = () => countsText(environment.observe().inventory).replace('{}', 'nothing')
    const opening = { task: taskText(task), inventory: scene() }
    const dialogue: ChatMessage[] = [
      { role: 'system', content: fill(PROMPT, 'system', languageValues(language)) },
      { role: 'user', content: fill(PROMPT, 'task', opening) },
    ]
    const question: Question<Goal> = {
      purpose: 'act',
      thinksAloud: true,
      read: ({ text }) => readAction(language, text),
      again: (error) => fill(AGAIN, 'action', { error, inventory: scene() }),
      onProblem: (problem) => record({ type: 'answer-rejected', purpose: 'act', problem }),
    }
    for (
      let actions = 0, failures = 0;
      actions < MAX_ACTIONS && failures < MAX_FAILURES;
      actions++
    ) {
      const asked = await askUntilRead(model, dialogue, question, signal)
      signal.throwIfAborted()
      if (asked.kind === 'no-answer') return noAnswer(asked.failure)
      const success = asked.kind === 'read' && (await act(asked.value, context))
      failures = success ? 0 : failures + 1
      const outcome = { success: String(success), inventory: scene() }
      dialogue.push({ role: 'user', content: fill(PROMPT, 'outcome', outcome) })
    }
    return 'too many actions in a row failed'
  }
}

/** The first action in an answer. */
export function readAction(language: GoalLanguage, answer: string): ReadAnswer<Goal> {
  const said = /^\W*action\W+(.*)$/im.exec(answer)?.[1] ?? considered(answer, false).text
  const read = repairPlan(language, said)
  if (!read.ok) return { ok: false, error: read.error.message }
  const [goal] = read.goals
  return goal ? { ok: true, value: goal } : { ok: false, error: 'there is no action' }
}

async function act(goal: Goal, context: StrategyContext): Promise<boolean> {
  context.record({ type: 'plan', reason: 'the next action', goals: [goal] })
  return (await executePlan([goal], IN_ORDER, context)).failed === null
}
