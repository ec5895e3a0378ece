import { readPlan } from '#agent/planner/model-planner'
import { loadPrompt } from '#agent/prompts'
import { goalText } from '#goal/print'
import type { StrategyDefinition } from '../definition.ts'
import { type AnswerReaders, planLines, readingOf } from '../reading.ts'
import { actionTools } from '../toolsets.ts'
import { InnerMonologueStrategy, readAction } from './inner-monologue-strategy.ts'
import { programStrategy, readProgram } from './program-strategy.ts'
import { singleCallStrategy } from './single-call-strategy.ts'

const ZERO_SHOT_PROMPT = loadPrompt('zero-shot')
const CHAIN_OF_THOUGHT_PROMPT = loadPrompt('chain-of-thought')
const ASSERTIONS_PROMPT = loadPrompt('prog-prompt')
const POLICY_PROMPT = loadPrompt('code-as-policies')

const PLAN_READERS: AnswerReaders = {
  plan: (language, answer) =>
    readingOf(readPlan(language, { ...answer, isStructured: false }), planLines),
}
const PROGRAM_READERS: AnswerReaders = {
  program: (_, { text, isCutOff }) =>
    readingOf(readProgram(text, isCutOff), (program) => JSON.stringify(program)),
}

export const ZERO_SHOT: StrategyDefinition<'gpt'> = {
  name: 'gpt',
  needsModel: true,
  uses: [],
  readers: PLAN_READERS,
  create: ({ llm }) => singleCallStrategy('gpt', ZERO_SHOT_PROMPT, llm.model),
}

export const CHAIN_OF_THOUGHT: StrategyDefinition<'cot'> = {
  name: 'cot',
  needsModel: true,
  uses: [],
  readers: PLAN_READERS,
  create: ({ llm }) => singleCallStrategy('cot', CHAIN_OF_THOUGHT_PROMPT, llm.model),
}

export const INNER_MONOLOGUE: StrategyDefinition<'inner-monologue'> = {
  name: 'inner-monologue',
  needsModel: true,
  uses: [],
  readers: { act: (language, { text }) => readingOf(readAction(language, text), goalText) },
  toolsets: (language) => ({ act: actionTools(language, { verdicts: false }) }),
  create: ({ llm }) => new InnerMonologueStrategy(llm.model),
}

export const PROG_PROMPT: StrategyDefinition<'prog-prompt'> = {
  name: 'prog-prompt',
  needsModel: true,
  uses: [],
  readers: PROGRAM_READERS,
  create: ({ llm }) => programStrategy('prog-prompt', ASSERTIONS_PROMPT, llm.model),
}

export const CODE_AS_POLICIES: StrategyDefinition<'code-as-policies'> = {
  name: 'code-as-policies',
  needsModel: true,
  uses: [],
  readers: PROGRAM_READERS,
  create: ({ llm }) => programStrategy('code-as-policies', POLICY_PROMPT, llm.model),
}
