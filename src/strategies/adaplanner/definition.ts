import type { StrategyDefinition } from '../definition.ts'
import { AdaPlannerStrategy } from './adaplanner-strategy.ts'

/** AdaPlanner, by a language model. */
export const ADAPLANNER: StrategyDefinition<'adaplanner'> = {
  name: 'adaplanner',
  needsModel: true,
  uses: ['descriptor', 'skillMemory'],
  create: ({ llm, options: { skillMemory } }) =>
    new AdaPlannerStrategy({ model: llm.model, skillMemory }),
}
