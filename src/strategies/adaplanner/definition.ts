import type { StrategyDefinition } from '../definition.ts'
import { type AnswerReader, readingOf } from '../reading.ts'
import { AdaPlannerStrategy } from './adaplanner-strategy.ts'
import { readRevision } from './questions.ts'
import type { Solution } from './solution.ts'

const solutionReader =
  (isResumed: boolean): AnswerReader =>
  (_, { text, isCutOff }) =>
    readingOf(readRevision(text, isCutOff, isResumed), solutionText)

function solutionText({ program, startFrom }: Solution): string {
  return JSON.stringify({ startFrom, program })
}

/** AdaPlanner, by a language model. */
export const ADAPLANNER: StrategyDefinition<'adaplanner'> = {
  name: 'adaplanner',
  needsModel: true,
  uses: ['descriptor', 'skillMemory'],
  readers: { plan: solutionReader(false), refine: solutionReader(true) },
  create: ({ llm, options: { skillMemory } }) =>
    new AdaPlannerStrategy({ model: llm.model, skillMemory }),
}
