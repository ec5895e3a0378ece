import { SETTLE_TICKS } from '#agent/environment/environment'
import type { Prompt } from '#agent/prompts'
import { type ReadStep, readCall } from '#goal/repair/calls'
import { repairName } from '#goal/repair/names'
import { countOf } from '#knowledge/item-tags'
import { CUT_OFF, type ReadAnswer } from '#llm/ask-until-read'
import type { ChatModel } from '#llm/model'
import type { Block } from '#program/ast'
import { parseProgram } from '#program/parse'
import { type ProgramHost, runProgram } from '#program/run'
import { executePlan, IN_ORDER } from '../deps/execute-plan.ts'
import type { Strategy, StrategyContext } from '../strategy.ts'
import { AskOnce } from './ask-once.ts'

/** Failed actions in a row after which a program is stopped, because it repeats itself. */
const MAX_FAILURES = 5

/** Thrown when the host stops a program that repeats itself. */
class Repeating extends Error {}

/**
 * Two baselines of DEPS (section 4.1, appendix G.1.2) whose plan is a program. ProgPrompt writes calls with assertions and
 * the recovery from each. Code as Policies writes loops over the inventory. Our own interpreter runs the programs.
 */
export function programStrategy(name: string, prompt: Prompt, model: ChatModel): Strategy {
  return new AskOnce<Block>(name, model, {
    purpose: 'program',
    prompt,
    read: (_, text, isCutOff) => readProgram(text, isCutOff),
    carryOut: carryOutProgram,
  })
}

export function readProgram(text: string, isCutOff: boolean): ReadAnswer<Block> {
  const parsed = parseProgram(text)
  if (!parsed.ok) return parsed
  return { ok: true, value: parsed.program, ...(isCutOff && { problem: CUT_OFF }) }
}

async function carryOutProgram(program: Block, context: StrategyContext): Promise<string> {
  const { environment, signal } = context
  try {
    const { detail } = await runProgram(program, hostOf(context))
    await environment.wait(SETTLE_TICKS, signal)
    return detail
  } catch (error) {
    if (error instanceof Repeating) return error.message
    throw error
  }
}

function hostOf(context: StrategyContext): ProgramHost {
  const { environment, record } = context
  const { language } = environment
  let failures = 0
  return {
    count(item) {
      const name = repairName(language, item)
      return name === undefined
        ? 0
        : countOf(language.registry, environment.observe().inventory, name)
    },
    inventory: () => new Map(Object.entries(environment.observe().inventory)),
    async act(name, args) {
      const step = readCall(language, name, args)
      const success = await carryOut(step, context)
      failures = success ? 0 : failures + 1
      if (step.type === 'problem')
        record({ type: 'answer-rejected', purpose: 'program', problem: step.message })
      if (failures >= MAX_FAILURES) throw new Repeating(`${failures} actions in a row failed`)
      return success
    },
  }
}

async function carryOut(step: ReadStep, context: StrategyContext): Promise<boolean> {
  if (step.type !== 'goal') return step.type === 'nothing'
  context.record({ type: 'plan', reason: 'the next action', goals: [step.goal] })
  return (await executePlan([step.goal], IN_ORDER, context)).failed === null
}
