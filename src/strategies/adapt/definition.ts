import type { StrategyDefinition } from '../definition.ts'
import { executorNeedsModel } from './executors.ts'
import { AdaptStrategy, WORLD_MAX_DEPTH } from './world-strategy.ts'

/** ADaPT, with planner and executor by a language model or by rules. */
export const ADAPT: StrategyDefinition<'adapt'> = {
  name: 'adapt',
  needsModel: false,
  uses: ['selector', 'descriptor', 'executor'],
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
