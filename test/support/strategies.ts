import type { EventBody } from '#events/events'
import type { ChatModel } from '#llm/model'
import { createStrategy, STRATEGIES, type StrategySettings } from '#strategies/registry'
import type { LlmContext, Strategy } from '#strategies/strategy'
import { language } from './language.ts'
import { sampleSettings } from './sample-events.ts'

/** Strategies that are nothing without a language model. */
export const LLM_STRATEGIES = STRATEGIES.filter((name) => name !== 'adapt')

/** What the command line sets for a language model when it says nothing else. */
const MODEL_SETTINGS: StrategySettings = { ...sampleSettings, replan: 'on-failure' }

export interface ModelStrategyOptions
  extends Partial<StrategySettings>,
    Partial<Pick<LlmContext, 'explainer' | 'structured'>> {
  readonly record?: (event: EventBody) => void
}

/** A strategy of a language model, as trials make it, with everything but what is said left as it is. */
export function modelStrategy(
  model: ChatModel,
  {
    record = () => {},
    explainer = true,
    structured = false,
    ...settings
  }: ModelStrategyOptions = {},
): Strategy {
  const llm = { model, explainer, structured }
  return createStrategy(language, { ...MODEL_SETTINGS, ...settings }, llm, record)
}
