import { fill, loadPrompt } from '#agent/prompts'
import { MAX_ANSWERS } from '#llm/ask-until-read'
import type { AskedModel } from '#llm/watched-model'
import type { StrategyContext } from '../strategy.ts'
import { ModelDecomposer } from './model-decomposer.ts'
import { parseWorldTask } from './parse-world-task.ts'
import { type WorldTask, worldTaskText } from './world-task.ts'
import { worldQuestion } from './world-text.ts'

const PROMPT = loadPrompt('adapt-planner')
/** Latest failed tasks that the prompt lists. */
const MAX_FAILED = 20

/**
 * The planner of ADaPT in Minecraft by a language model. Its prompt holds the agent's state and the tasks that the
 * executor has failed, without the reasons (appendix A).
 */
export function worldModelPlanner(
  model: AskedModel,
  context: StrategyContext,
  unavailable: ReadonlySet<string>,
): ModelDecomposer<WorldTask, null> {
  const { environment, record } = context
  const failed = new Set<string>()
  return new ModelDecomposer<WorldTask, null>({
    model,
    maxAnswers: MAX_ANSWERS,
    begin(task) {
      const others = [...failed].slice(-MAX_FAILED)
      failed.add(worldTaskText(task))
      return worldQuestion(PROMPT, task, context, unavailable, {
        failed: others.length === 0 ? '' : `The executor has also failed at: ${others.join('; ')}.`,
      })
    },
    read: (step) => parseWorldTask(environment.language, step),
    complain: (problem) => fill(PROMPT, 'unreadable', { problem }),
    onProblem: (problem) => record({ type: 'answer-rejected', purpose: 'plan', problem }),
  })
}
