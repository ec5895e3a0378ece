import type { Plan } from '../../goal/goal.ts'
import { repairPlan } from '../../goal/repair.ts'
import type { ChatModel } from '../../llm/model.ts'
import { executePlan } from '../deps/execute-plan.ts'
import { loadPrompt } from '../model/prompts.ts'
import type { Strategy, StrategyContext } from '../strategy.ts'
import { AskOnce } from './ask-once.ts'

const PROMPTS = { gpt: loadPrompt('zero-shot'), cot: loadPrompt('chain-of-thought') } as const

/**
 * Two of the paper's baselines (section 4.1, appendix G.1.2) that ask once and follow the answer to
 * the end or to the first failure: `gpt`, the zero-shot planner, and `cot`, the same with a thought
 * after every step.
 */
export function singleCallStrategy(name: keyof typeof PROMPTS, model: ChatModel): Strategy {
  return new AskOnce<Plan>(name, model, {
    purpose: 'plan',
    prompt: PROMPTS[name],
    read(registry, text) {
      const read = repairPlan(registry, text)
      return read.ok ? { ok: true, value: read.goals } : { ok: false, error: read.error.message }
    },
    carryOut: carryOutPlan,
  })
}

async function carryOutPlan(plan: Plan, context: StrategyContext): Promise<string> {
  const { world, signal, record } = context
  record({ type: 'plan', reason: 'start', goals: [...plan] })
  const { done, failed } = await executePlan(plan, null, context)
  await world.settle()
  signal.throwIfAborted()
  if (!failed) return 'the plan is done, and the target is not there'
  record({
    type: 'failure-description',
    text: world.describe({ done, failed: failed.goal, ...failed }),
  })
  return `the plan failed: ${failed.failure.kind}, ${failed.failure.detail}`
}
