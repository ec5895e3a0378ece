import type { StrategyDefinition } from '../definition.ts'
import { threadTools } from '../toolsets.ts'
import { readSegment } from './segment.ts'
import { ThreadStrategy } from './thread-strategy.ts'

/** THREAD, by a language model. */
export const THREAD: StrategyDefinition<'thread'> = {
  name: 'thread',
  needsModel: true,
  uses: ['descriptor'],
  readers: {
    thread: (_, { text, isCutOff }) => {
      const { statements, closing } = readSegment(text, isCutOff)
      return { text: JSON.stringify([...statements, closing]), problem: null }
    },
  },
  toolsets: (language) => ({ thread: threadTools(language) }),
  create: ({ llm, record }) =>
    new ThreadStrategy({
      model: llm.model,
      onEvent: (event) => record({ type: 'thread', ...event }),
    }),
}
