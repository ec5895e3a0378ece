import { SETTLE_TICKS } from '#agent/environment/environment'
import { readPlan } from '#agent/planner/model-planner'
import type { Prompt } from '#agent/prompts'
import type { Plan } from '#goal/goal'
import type { ChatModel } from '#llm/model'
import { executePlan, IN_ORDER } from '../deps/execute-plan.ts'
import type { Strategy, StrategyContext } from '../strategy.ts'
import { AskOnce } from './ask-once.ts'

/**
 * Two baselines of DEPS (section 4.1, appendix G.1.2) that ask once and follow the whole plan or stop at its first
 * failure: `gpt`, the zero-shot planner, and `cot`, the same with a thought after every step.
 */
export function singleCallStrategy(name: string, prompt: Prompt, model: ChatModel): Strategy {
  return new AskOnce<Plan>(name, model, {
    purpose: 'plan',
    prompt,
    read: (language, text, isCutOff) => readPlan(language, { text, isCutOff, isStructured: false }),
    carryOut: carryOutPlan,
  })
}

async function carryOutPlan(plan: Plan, context: StrategyContext): Promise<string> {
  const { environment, descriptor, signal, record } = context
  record({ type: 'plan', reason: 'start', goals: [...plan] })
  const { done, failed, rest } = await executePlan(plan, IN_ORDER, context)
  await environment.wait(SETTLE_TICKS, signal)
  if (!failed) return 'the plan is done, but the target is not held'
  const observation = environment.observe()
  const text = descriptor.describe({ done, failed, rest, missed: null, observation })
  if (text !== null) record({ type: 'failure-description', text })
  return `the plan failed: ${failed.failure.kind}, ${failed.failure.detail}`
}
