import { NearestSelector } from '../../selector/nearest.ts'
import { type LlmStrategyName, makeLlmStrategy } from '../../src/agent/llm/make-strategy.ts'
import { registryFor } from '../../src/knowledge/registry.ts'
import type { Task } from '../../src/trial/tasks.ts'
import { ScriptedModel } from './scripted-model.ts'
import { playText } from './text-trial.ts'

const VERSION = '1.16.5'

/** What is left of DEPS, or what stands in its place. */
export interface Variant {
  readonly strategy?: LlmStrategyName
  readonly rounds?: number
  readonly explainer?: boolean
  readonly descriptor?: boolean
  readonly selector?: boolean
}

/** Of how many trials how many succeeded. */
export interface Rate {
  trials: number
  successes: number
}

/** Success of the scripted model in the text world, by group and for `all`. */
export async function successRates(
  tasks: readonly Task[],
  seeds: readonly string[],
  variant: Variant,
): Promise<ReadonlyMap<string, Rate>> {
  const { strategy = 'deps', rounds = Infinity } = variant
  const rates = new Map<string, Rate>()
  const count = (group: string, success: boolean) => {
    const { trials, successes } = rates.get(group) ?? { trials: 0, successes: 0 }
    rates.set(group, { trials: trials + 1, successes: successes + Number(success) })
  }
  for (const seed of seeds) {
    for (const task of tasks) {
      const made = makeLlmStrategy(strategy, {
        model: new ScriptedModel(seed),
        registry: registryFor(VERSION),
        selector: variant.selector === false ? null : new NearestSelector(),
        rounds,
        explainer: variant.explainer ?? true,
        descriptor: variant.descriptor ?? true,
        record() {},
      })
      const { success } = await playText(task, made, { version: VERSION })
      count(task.group ?? 'others', success)
      count('all', success)
    }
  }
  return rates
}

/** Percent, 0 for a group without trials. */
export function percent(rates: ReadonlyMap<string, Rate>, group = 'all'): number {
  const { trials, successes } = rates.get(group) ?? { trials: 0, successes: 0 }
  return trials === 0 ? 0 : (100 * successes) / trials
}
