import { NO_EXPLAINER } from '#agent/explainer/explainer'
import { ModelExplainer } from '#agent/explainer/model-explainer'
import { LoadoutPlanner } from '#agent/planner/loadout-planner'
import { ModelPlanner, readPlan } from '#agent/planner/model-planner'
import { SymbolicPlanner } from '#agent/planner/symbolic-planner'
import { WatchedModel } from '#llm/watched-model'
import type { StrategyDefinition } from '../definition.ts'
import { planLines, readingOf } from '../reading.ts'
import { planTools } from '../toolsets.ts'
import { DepsStrategy } from './deps-strategy.ts'
import { replanPolicy } from './replan-policy.ts'

/** DEPS, with planner and explainer by a language model or, without one, by rules. */
export const DEPS: StrategyDefinition<'deps'> = {
  name: 'deps',
  needsModel: false,
  uses: ['selector', 'descriptor', 'explainer', 'jsonAnswers', 'rounds', 'replan'],
  readers: { plan: (language, answer) => readingOf(readPlan(language, answer), planLines) },
  toolsets: (language) => ({ plan: planTools(language) }),
  create({ language, options, selector, llm, record }) {
    const model = llm && new WatchedModel(llm.model)
    const own = llm?.roles?.explainer
    return new DepsStrategy({
      planner: model
        ? new ModelPlanner({ model, structured: llm.answers === 'json', language, record })
        : new LoadoutPlanner(new SymbolicPlanner(language)),
      explainer:
        model && llm.explainer
          ? new ModelExplainer({ model: own ? new WatchedModel(own) : model, language, record })
          : NO_EXPLAINER,
      selector,
      policy: replanPolicy(options.replan),
      rounds: options.rounds ?? Number.POSITIVE_INFINITY,
    })
  },
}
