import type { StrategyDefinition } from '../definition.ts'
import { ThreadStrategy } from './thread-strategy.ts'

/** THREAD, by a language model. */
export const THREAD: StrategyDefinition<'thread'> = {
  name: 'thread',
  needsModel: true,
  uses: ['descriptor'],
  create: ({ llm, record }) =>
    new ThreadStrategy({
      model: llm.model,
      onEvent: (event) => record({ type: 'thread', ...event }),
    }),
}
