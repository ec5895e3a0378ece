import type { AgentEvent } from '#agent/agent-event'
import { NO_EXPLAINER } from '#agent/explainer/explainer'
import { ModelExplainer } from '#agent/explainer/model-explainer'
import type { ExamplePlan } from '#agent/planner/example-plans'
import { readPlan } from '#agent/planner/model-planner'
import type { Task } from '#agent/planner/planner'
import { createPlanner } from '#agent/planner/planners'
import { WatchedModel } from '#llm/watched-model'
import { counted } from '#wire/wording'
import type { StrategyDefinition } from '../definition.ts'
import { planLines, readingOf } from '../reading.ts'
import { planTools } from '../toolsets.ts'
import { DepsStrategy } from './deps-strategy.ts'
import { PlanMemory } from './plan-memory.ts'
import { replanPolicy } from './replan-policy.ts'

/** Damaged files that are named. */
const MAX_NAMED = 5

/** DEPS, with any planner, and an explainer by the language model that plans. */
export const DEPS: StrategyDefinition<'deps'> = {
  name: 'deps',
  needsModel: false,
  uses: [
    'planner',
    'selector',
    'descriptor',
    'explainer',
    'jsonAnswers',
    'rounds',
    'replan',
    'planMemory',
  ],
  readers: { plan: (language, answer) => readingOf(readPlan(language, answer), planLines) },
  toolsets: (language) => ({ plan: planTools(language) }),
  create({ language, options, selector, descriptor, llm, record }) {
    const model = llm && new WatchedModel(llm.model)
    const own = llm?.roles?.explainer
    const explainsInline = (llm?.explainer && llm.explainsInline) ?? false
    const memory =
      llm && options.planMemory !== null ? new PlanMemory(options.planMemory, language) : null
    return new DepsStrategy({
      planner: createPlanner(options.planner, {
        model,
        structured: llm?.answers === 'json',
        descriptor,
        isExplained: llm?.explainer ?? false,
        explainsInline,
        ...(memory && { recall: (task: Task) => recalled(memory, task, record) }),
        // The paper's own descriptor goes with the paper's own prompt.
        tellsFacts: descriptor.name === 'typed',
        language,
        record,
      }),
      explainer:
        model && llm.explainer && !explainsInline
          ? new ModelExplainer({
              model: own ? new WatchedModel(own) : model,
              descriptor,
              language,
              record,
            })
          : NO_EXPLAINER,
      selector,
      memory,
      policy: replanPolicy(options.replan),
      rounds: options.rounds ?? Number.POSITIVE_INFINITY,
    })
  },
}

/** Plans from the memory, with a line in the log for them and for the files that are skipped. */
function recalled(
  memory: PlanMemory,
  task: Task,
  record: (event: AgentEvent) => void,
): readonly ExamplePlan[] {
  const { examples, damaged } = memory.recall(task)
  const tasks = examples.map((example) => example.task).join('; ')
  record({ type: 'plan-memory', what: 'recall', count: examples.length, text: tasks })
  if (damaged.length > 0) {
    const files = damaged.slice(0, MAX_NAMED).join(', ')
    const text = `${counted(damaged.length, 'file')} skipped, damaged or of another version of Delver: ${files}`
    record({ type: 'plan-memory', what: 'skip', count: damaged.length, text })
  }
  return examples
}
