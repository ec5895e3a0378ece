import { goalText } from '#goal/print'
import type { StrategyDefinition } from '../definition.ts'
import { readingOf } from '../reading.ts'
import { actionTools } from '../toolsets.ts'
import { executorNeedsModel } from './executors.ts'
import { readDecomposition } from './model-decomposer.ts'
import { parseWorldTask } from './parse-world-task.ts'
import { planText } from './plan-tree.ts'
import { readTurn } from './world-react.ts'
import { AdaptStrategy, WORLD_MAX_DEPTH } from './world-strategy.ts'
import { worldTaskText } from './world-task.ts'

/** ADaPT, with planner and executor by a language model or by rules. */
export const ADAPT: StrategyDefinition<'adapt'> = {
  name: 'adapt',
  needsModel: false,
  uses: ['selector', 'descriptor', 'executor'],
  readers: {
    plan: (language, { text }) =>
      readingOf(
        readDecomposition(text, (step) => parseWorldTask(language, step)),
        (plan) => planText(plan, worldTaskText),
      ),
    act(language, { text }) {
      const { thought, goal, problem } = readTurn(language, text)
      return { text: goal ? goalText(goal) : thought, problem }
    },
  },
  toolsets: (language) => ({ act: actionTools(language, { verdicts: true }) }),
  create({ options: { executor }, selector, llm, record }) {
    if (!llm && executorNeedsModel(executor))
      throw new RangeError(`the executor ${executor} needs a language model`)
    const executorModel = llm?.roles?.executor ?? null
    return new AdaptStrategy({
      selector,
      maxDepth: WORLD_MAX_DEPTH,
      llm: llm && { model: llm.model, executorModel, executor },
      onEvent: (event) => record({ type: 'adapt', ...event }),
    })
  },
}
