import type { AgentEvent } from '#agent/agent-event'
import { createDescriptor, type DescriptorName } from '#agent/descriptor/descriptors'
import type { GoalLanguage } from '#goal/goal-language'
import { readModel } from '#selector/models/read-model'
import {
  type ChooserName,
  createChooser,
  createSelector,
  DEFAULT_TEMPERATURE,
  type HorizonParts,
  type SelectorName,
  usesModel,
} from '#selector/selectors'
import { ChoiceOverrides, OverridingSelector } from '#selector/selectors/override'
import { ADAPLANNER } from './adaplanner/definition.ts'
import { ADAPT } from './adapt/definition.ts'
import {
  CHAIN_OF_THOUGHT,
  CODE_AS_POLICIES,
  INNER_MONOLOGUE,
  PROG_PROMPT,
  ZERO_SHOT,
} from './baselines/definitions.ts'
import { createDefined, type StrategyFeature, type StrategyOptions } from './definition.ts'
import { DEPS } from './deps/definition.ts'
import type { LlmContext, Strategy } from './strategy.ts'
import { THREAD } from './thread/definition.ts'

/** All strategies, the default first. Names, types and options of the command line are derived from this list. */
const DEFINITIONS = [
  DEPS,
  ADAPT,
  THREAD,
  ZERO_SHOT,
  CHAIN_OF_THOUGHT,
  INNER_MONOLOGUE,
  PROG_PROMPT,
  CODE_AS_POLICIES,
  ADAPLANNER,
] as const

type Definition = (typeof DEFINITIONS)[number]
export type StrategyName = Definition['name']

/** What a trial's settings name as its strategy when another agent chooses the goals, step by step. */
export const EXTERNAL = 'external'

/** Names of all strategies, the default first. */
export const STRATEGIES: readonly StrategyName[] = DEFINITIONS.map(({ name }) => name)

/** The settings that decide which strategy plays a trial, and how. */
export interface StrategySettings extends StrategyOptions {
  readonly strategy: StrategyName | typeof EXTERNAL
  readonly descriptor: DescriptorName
  readonly selector: SelectorName
  /** How the horizon selector chooses, and at which temperature (ticks); null for other selectors. */
  readonly choose: ChooserName | null
  readonly chooseTemperature: number | null
  /** File of the selector's model; null for the model that comes with Delver. */
  readonly selectorModel: string | null
  readonly seed: number
}

/** The definition of a strategy by its name. @throws RangeError for the agent of others, which has none. */
export function strategyNamed(name: StrategyName | typeof EXTERNAL): Definition {
  const definition = DEFINITIONS.find((one) => one.name === name)
  if (!definition) throw new RangeError(`there is no strategy ${name}`)
  return definition
}

/** Names of the strategies that use a feature, as a phrase: `deps, adapt and thread`. */
export function strategiesUsing(feature: StrategyFeature): string {
  return phraseOf(DEFINITIONS.filter(({ uses }) => uses.includes(feature)))
}

/** Names of the strategies whose models can answer by calls of tools, as a phrase. */
export function strategiesWithTools(): string {
  return phraseOf(DEFINITIONS.filter(({ toolsets }) => toolsets !== undefined))
}

function phraseOf(definitions: readonly { readonly name: string }[]): string {
  const names = definitions.map(({ name }) => name)
  return names.join(', ').replace(/, ([^,]+)$/, ' and $1')
}

/**
 * Creates the strategy that a trial's settings name; the same for every environment.
 * @param llm the language model, null for none.
 * @param choices forced on the strategy's selector; they are counted across strategies of one trial.
 * @throws RangeError when the strategy needs a language model and there is none.
 */
export function createStrategy(
  language: GoalLanguage,
  settings: StrategySettings,
  llm: LlmContext | null,
  record: (event: AgentEvent) => void,
  choices = new ChoiceOverrides([]),
): Strategy {
  const selector = new OverridingSelector(
    createSelector(settings.selector, settings.seed, horizonParts(settings, record)),
    choices,
  )
  const definition = strategyNamed(settings.strategy)
  const descriptor = createDescriptor(settings.descriptor)
  const parts = { language, options: settings, selector, descriptor, llm, record }
  return createDefined(definition, parts)
}

/** The model and the chooser of a selector with a model; null for other selectors. Reports which agents the model knows. */
function horizonParts(
  settings: StrategySettings,
  record: (event: AgentEvent) => void,
): HorizonParts | null {
  const { selector, choose, chooseTemperature, selectorModel, seed } = settings
  if (!usesModel(selector)) return null
  const model = readModel(selectorModel ?? undefined)
  record({ type: 'selector-model', agents: model.card.agents })
  return {
    model,
    choose: createChooser(choose ?? 'argmin', chooseTemperature ?? DEFAULT_TEMPERATURE, seed),
  }
}
