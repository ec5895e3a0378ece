import type { EventBody } from '#events/events'
import type { ChatModel } from '#llm/model'
import { createStrategy, STRATEGIES, type StrategySettings } from '#strategies/registry'
import type { LlmContext, Strategy } from '#strategies/strategy'
import { language } from './language.ts'
import { sampleSettings } from './sample-events.ts'

/** Strategies that these tests play with a language model, each by its default options. */
export const LLM_STRATEGIES = STRATEGIES.filter((name) => name !== 'adapt')

/** The command line's defaults for a language model. */
const MODEL_SETTINGS: StrategySettings = {
  ...sampleSettings,
  planner: 'llm',
  replan: 'on-failure',
}

export interface ModelStrategyOptions
  extends Partial<StrategySettings>,
    Partial<Pick<LlmContext, 'explainer' | 'answers'>> {
  readonly record?: (event: EventBody) => void
}

/** Creates a strategy with a language model as trials do, with defaults for all options left out. */
export function modelStrategy(
  model: ChatModel,
  { record = () => {}, explainer = true, answers = 'text', ...settings }: ModelStrategyOptions = {},
): Strategy {
  const llm = { model, explainer, answers }
  return createStrategy(language, { ...MODEL_SETTINGS, ...settings }, llm, record)
}
