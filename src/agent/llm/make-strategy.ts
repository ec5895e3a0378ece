import type { Selector } from '../../../selector/selector.ts'
import type { EventBody } from '../../episode/events.ts'
import type { Registry } from '../../knowledge/registry.ts'
import type { ChatModel } from '../../llm/model.ts'
import { InnerMonologueStrategy } from '../baselines/inner-monologue-strategy.ts'
import { programStrategy } from '../baselines/program-strategy.ts'
import { singleCallStrategy } from '../baselines/single-call-strategy.ts'
import { DepsStrategy } from '../deps/deps-strategy.ts'
import { ModelPlanner } from '../planner/model-planner.ts'
import type { Strategy } from '../strategy.ts'

/** DEPS and the planners that its paper compares it with (Table 2). */
export const LLM_STRATEGIES = [
  'deps',
  'gpt',
  'cot',
  'inner-monologue',
  'prog-prompt',
  'code-as-policies',
] as const
export type LlmStrategyName = (typeof LLM_STRATEGIES)[number]

export interface LlmStrategyOptions {
  readonly model: ChatModel
  readonly registry: Registry
  /** Null carries plans out in their own order (DEP). */
  readonly selector: Selector | null
  /** Rounds of replanning; Infinity for no limit. */
  readonly rounds: number
  readonly explainer: boolean
  readonly descriptor: boolean
  readonly structured?: boolean
  record(event: EventBody): void
}

/** A strategy over a language model, by its name. What is not of DEPS takes the model alone. */
export function makeLlmStrategy(name: LlmStrategyName, options: LlmStrategyOptions): Strategy {
  const { model, selector, rounds } = options
  switch (name) {
    case 'deps':
      return new DepsStrategy({ planner: new ModelPlanner(options), selector, rounds })
    case 'gpt':
    case 'cot':
      return singleCallStrategy(name, model)
    case 'inner-monologue':
      return new InnerMonologueStrategy(model)
    case 'prog-prompt':
    case 'code-as-policies':
      return programStrategy(name, model)
  }
}
