import { repairPlan } from '../../goal/repair.ts'
import type { ChatModel } from '../../llm/model.ts'
import { askOnce } from './ask-once.ts'
import { followPlan } from './follow-plan.ts'
import { loadPrompt, type Prompt } from './prompts.ts'
import type { Strategy, StrategyContext, StrategyTask } from './strategy.ts'

const PROMPTS = { gpt: loadPrompt('zero-shot'), cot: loadPrompt('chain-of-thought') } as const

/**
 * Two of the paper's baselines (section 4.1, appendix G.1.2) that ask once and follow the answer to
 * the end or to the first failure: `gpt`, the zero-shot planner, and `cot`, the same with a thought
 * after every step.
 */
export class OneShotStrategy implements Strategy {
  readonly name: keyof typeof PROMPTS
  readonly #model: ChatModel
  readonly #prompt: Prompt

  constructor(name: keyof typeof PROMPTS, model: ChatModel) {
    this.name = name
    this.#model = model
    this.#prompt = PROMPTS[name]
  }

  async pursue(task: StrategyTask, context: StrategyContext): Promise<string> {
    const { world, signal, record } = context
    const asked = await askOnce(this.#model, this.#prompt, 'plan', task, context)
    if (!asked.ok) return asked.reason
    const read = repairPlan(world.kinds, asked.text)
    if (!read.ok) {
      record({ type: 'unusable-answer', purpose: 'plan', problem: read.error.message })
      return 'the model gave no plan that can be read'
    }
    record({ type: 'plan', reason: 'start', goals: [...read.goals] })
    const { done, failed } = await followPlan(read.goals, null, context)
    await world.settle()
    signal.throwIfAborted()
    if (!failed) return 'the plan is done, and the target is not there'
    record({
      type: 'failure-description',
      text: world.describe({ done, failed: failed.goal, ...failed }),
    })
    return `the plan failed: ${failed.failure.kind}, ${failed.failure.detail}`
  }
}
