import type { StrategyDefinition } from '../definition.ts'
import { InnerMonologueStrategy } from './inner-monologue-strategy.ts'
import { programStrategy } from './program-strategy.ts'
import { singleCallStrategy } from './single-call-strategy.ts'

export const ZERO_SHOT: StrategyDefinition<'gpt'> = {
  name: 'gpt',
  needsModel: true,
  uses: [],
  create: ({ llm }) => singleCallStrategy('gpt', llm.model),
}

export const CHAIN_OF_THOUGHT: StrategyDefinition<'cot'> = {
  name: 'cot',
  needsModel: true,
  uses: [],
  create: ({ llm }) => singleCallStrategy('cot', llm.model),
}

export const INNER_MONOLOGUE: StrategyDefinition<'inner-monologue'> = {
  name: 'inner-monologue',
  needsModel: true,
  uses: [],
  create: ({ llm }) => new InnerMonologueStrategy(llm.model),
}

export const PROG_PROMPT: StrategyDefinition<'prog-prompt'> = {
  name: 'prog-prompt',
  needsModel: true,
  uses: [],
  create: ({ llm }) => programStrategy('prog-prompt', llm.model),
}

export const CODE_AS_POLICIES: StrategyDefinition<'code-as-policies'> = {
  name: 'code-as-policies',
  needsModel: true,
  uses: [],
  create: ({ llm }) => programStrategy('code-as-policies', llm.model),
}
