import { type ReadStep, readCall } from '../../goal/repair-calls.ts'
import { repairName } from '../../goal/repair-names.ts'
import { countOf } from '../../knowledge/families.ts'
import type { ChatModel } from '../../llm/model.ts'
import { askOnce } from './ask-once.ts'
import { followPlan } from './follow-plan.ts'
import { parseProgram } from './program/parse.ts'
import { type ProgramHost, runProgram } from './program/run.ts'
import { loadPrompt, type Prompt } from './prompts.ts'
import type { Strategy, StrategyContext, StrategyTask } from './strategy.ts'

const PROMPTS = {
  'prog-prompt': loadPrompt('prog-prompt'),
  'code-as-policies': loadPrompt('code-as-policies'),
} as const

/** Failed actions in a row after which a program is stopped: it repeats itself. */
const MAX_FAILURES = 5

/** A program is stopped by its host. */
class Repeating extends Error {}

/**
 * Two of the paper's baselines (section 4.1, appendix G.1.2) whose plan is a program: ProgPrompt, a
 * list of calls with assertions and what to do when they do not hold, and Code as Policies, loops on
 * what the inventory holds. The programs are walked by our own interpreter.
 */
export class ProgramStrategy implements Strategy {
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
    const asked = await askOnce(this.#model, this.#prompt, 'program', task, context)
    if (!asked.ok) return asked.reason
    const parsed = parseProgram(asked.text)
    if (!parsed.ok) {
      record({ type: 'unusable-answer', purpose: 'program', problem: parsed.error })
      return 'the model gave no program that can be read'
    }
    try {
      const { detail } = await runProgram(parsed.program, hostOf(context))
      await world.settle()
      signal.throwIfAborted()
      return detail
    } catch (error) {
      if (error instanceof Repeating) return error.message
      throw error
    }
  }
}

function hostOf(context: StrategyContext): ProgramHost {
  const { world, record } = context
  let failures = 0
  return {
    count(item) {
      const name = repairName(world.kinds, item)
      return name === undefined ? 0 : countOf(world.kinds, world.inventory, name)
    },
    async act(name, args) {
      const step = readCall(world.kinds, name, args)
      const success = await carryOut(step, context)
      failures = success ? 0 : failures + 1
      if (step.type === 'problem')
        record({ type: 'unusable-answer', purpose: 'program', problem: step.message })
      if (failures >= MAX_FAILURES) throw new Repeating(`${failures} actions in a row failed`)
      return success
    },
  }
}

async function carryOut(step: ReadStep, context: StrategyContext): Promise<boolean> {
  if (step.type !== 'goal') return step.type === 'nothing'
  context.record({ type: 'plan', reason: 'the next action', goals: [step.goal] })
  return (await followPlan([step.goal], null, context)).failed === null
}
