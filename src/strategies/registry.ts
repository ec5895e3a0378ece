import { NO_EXPLAINER } from '#agent/explainer/explainer'
import { ModelExplainer } from '#agent/explainer/model-explainer'
import { WatchedModel } from '#agent/model/watched-model'
import { LoadoutPlanner } from '#agent/planner/loadout-planner'
import { ModelPlanner } from '#agent/planner/model-planner'
import { SymbolicPlanner } from '#agent/planner/symbolic-planner'
import type { Settings } from '#events/settings'
import type { GoalLanguage } from '#goal/goal-language'
import type { ChatModel } from '#llm/model'
import { readModel } from '#selector/models/read-model'
import type { Selector } from '#selector/selector'
import {
  createChooser,
  createSelector,
  DEFAULT_TEMPERATURE,
  type HorizonParts,
} from '#selector/selectors'
import { ForcedChoices, ForcedSelector } from '#selector/selectors/override'
import type { LlmContext } from '#strategies/strategy'
import { AdaPlannerStrategy } from './adaplanner/adaplanner-strategy.ts'
import { AdaptStrategy, WORLD_MAX_DEPTH } from './adapt/world-strategy.ts'
import { InnerMonologueStrategy } from './baselines/inner-monologue-strategy.ts'
import { programStrategy } from './baselines/program-strategy.ts'
import { singleCallStrategy } from './baselines/single-call-strategy.ts'
import { DepsStrategy } from './deps/deps-strategy.ts'
import { replanPolicy } from './deps/replan-policy.ts'
import type { Strategy, StrategyContext } from './strategy.ts'
import { ThreadStrategy } from './thread/thread-strategy.ts'

/** What of a trial's settings decides about its strategy. */
export type StrategySettings = Pick<
  Settings,
  | 'strategy'
  | 'executor'
  | 'rounds'
  | 'selector'
  | 'choose'
  | 'chooseTemperature'
  | 'selectorModel'
  | 'replan'
  | 'seed'
  | 'skillMemory'
>

/**
 * The strategy that a trial asks for, put together of its parts; the same in every environment.
 * @param llm the language model, null for none.
 * @param choices what is forced on its selector, by a count of its own that outlives the strategy.
 * @throws RangeError for a strategy that takes a language model where there is none.
 */
export function createStrategy(
  language: GoalLanguage,
  settings: StrategySettings,
  llm: LlmContext | null,
  record: StrategyContext['record'],
  choices = new ForcedChoices([]),
): Strategy {
  const { strategy, executor } = settings
  const selector = new ForcedSelector(
    createSelector(settings.selector, settings.seed, horizonParts(settings)),
    choices,
  )
  switch (strategy) {
    case 'deps':
      return depsStrategy(language, settings, selector, llm, record)
    case 'adapt':
      return new AdaptStrategy({
        selector,
        maxDepth: WORLD_MAX_DEPTH,
        llm:
          executor === 'react' || llm
            ? {
                model: modelOf(llm, executor),
                executorModel: llm?.roles?.executor ?? null,
                executor,
              }
            : null,
        onEvent: (event) => record({ type: 'adapt', ...event }),
      })
    case 'thread':
      return new ThreadStrategy({
        model: modelOf(llm, strategy),
        onEvent: (event) => record({ type: 'thread', ...event }),
      })
    case 'gpt':
    case 'cot':
      return singleCallStrategy(strategy, modelOf(llm, strategy))
    case 'inner-monologue':
      return new InnerMonologueStrategy(modelOf(llm, strategy))
    case 'prog-prompt':
    case 'code-as-policies':
      return programStrategy(strategy, modelOf(llm, strategy))
    case 'adaplanner':
      return new AdaPlannerStrategy({
        model: modelOf(llm, strategy),
        skillMemory: settings.skillMemory,
      })
  }
}

function depsStrategy(
  language: GoalLanguage,
  { replan, rounds }: StrategySettings,
  selector: Selector,
  llm: LlmContext | null,
  record: StrategyContext['record'],
): Strategy {
  const model = llm && new WatchedModel(llm.model)
  const own = llm?.roles?.explainer
  const planner = model
    ? new ModelPlanner({ model, structured: llm.structured, language, record })
    : new LoadoutPlanner(new SymbolicPlanner(language))
  return new DepsStrategy({
    planner,
    explainer:
      model && llm.explainer
        ? new ModelExplainer({ model: own ? new WatchedModel(own) : model, language, record })
        : NO_EXPLAINER,
    selector,
    policy: replanPolicy(replan),
    rounds: rounds ?? Number.POSITIVE_INFINITY,
  })
}

/** The model and the way of choosing that the horizon selector is made of; null for other selectors. */
function horizonParts(settings: StrategySettings): HorizonParts | null {
  const { selector, choose, chooseTemperature, selectorModel, seed } = settings
  if (selector !== 'horizon') return null
  return {
    model: readModel(selectorModel ?? undefined),
    choose: createChooser(choose ?? 'argmin', chooseTemperature ?? DEFAULT_TEMPERATURE, seed),
  }
}

function modelOf(llm: LlmContext | null, strategy: string): ChatModel {
  if (!llm) throw new RangeError(`${strategy} takes a language model`)
  return llm.model
}
