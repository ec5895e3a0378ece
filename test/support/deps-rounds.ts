import type { Task } from '#trial/tasks'
import { ScriptedModel } from './scripted-model.ts'
import { type ModelStrategyOptions, modelStrategy } from './strategies.ts'
import { playText, type TextTrialOptions } from './text-trial.ts'

/** An ablation of DEPS, or another strategy. */
export type Variant = Pick<
  ModelStrategyOptions & TextTrialOptions,
  'strategy' | 'executor' | 'rounds' | 'explainer' | 'descriptor' | 'goals' | 'selector'
>

/** Numbers of trials and of successful trials. */
export interface Rate {
  trials: number
  successes: number
}

/** Success rates of the scripted model in the text world, by group and for `all`. */
export async function successRates(
  tasks: readonly Task[],
  seeds: readonly string[],
  { descriptor = 'typed', goals = 'lenient', ...options }: Variant,
): Promise<ReadonlyMap<string, Rate>> {
  const rates = new Map<string, Rate>()
  const count = (group: string, success: boolean) => {
    const { trials, successes } = rates.get(group) ?? { trials: 0, successes: 0 }
    rates.set(group, { trials: trials + 1, successes: successes + Number(success) })
  }
  for (const seed of seeds) {
    for (const task of tasks) {
      const strategy = modelStrategy(new ScriptedModel(seed), options)
      const { success } = await playText(task, strategy, { descriptor, goals })
      count(task.group ?? 'others', success)
      count('all', success)
    }
  }
  return rates
}

/** A success rate in percent; 0 for a group without trials. */
export function percent(rates: ReadonlyMap<string, Rate>, group = 'all'): number {
  const { trials, successes } = rates.get(group) ?? { trials: 0, successes: 0 }
  return trials === 0 ? 0 : (100 * successes) / trials
}
