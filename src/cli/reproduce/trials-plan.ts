import { join } from 'node:path'
import type { Settings } from '../../episode/settings.ts'
import type { ModelSettings } from '../../llm/settings.ts'
import { modelUse } from '../../report/model-use.ts'
import { groupOf } from '../../report/success.ts'
import { readTrialSet } from '../../report/trial-set.ts'
import { playedBefore } from '../../trial/campaign.ts'
import { isToRepeat, type TrialResult } from '../../trial/result.ts'
import type { Proportion } from '../../trial/statistics.ts'
import type { Task } from '../../trial/tasks.ts'
import { type ModelOptions, modelFlags } from '../model-options.ts'
import { playCampaign } from '../play-campaign.ts'
import { type TrialOptions, trialSettings } from '../trial-options.ts'
import type { TrialsRow } from './paper-tables.ts'
import type { PlayedRow, RowPlan, Used } from './row-plan.ts'

export interface TrialsMatrix {
  readonly tasks: readonly Task[]
  readonly seeds: readonly number[]
  readonly world: 'text' | 'practice'
  readonly workers: number
  readonly out: string
  readonly model: ModelSettings
  readonly modelOptions: ModelOptions
  readonly launcher: string
}

/** A row of DEPS's tables as a campaign, goals to the letter and failures in the paper's words. */
export function trialsPlan(row: TrialsRow, matrix: TrialsMatrix): RowPlan {
  const { tasks, seeds, model, launcher, workers } = matrix
  const folder = join(matrix.out, row.folder)
  const options = trialOptions(row, matrix)
  const explains = row.options.strategy === 'deps'
  const settings = explains ? model : { ...model, roles: {} }
  const { roles, ...flags } = modelFlags(matrix.modelOptions)
  const trials = tasks.flatMap((task) =>
    seeds.map((seed) => trialSettings(task.name, seed, options, settings)),
  )
  const missing = trials.filter((trial) => playedBefore(folder, trial) === null).length
  return {
    row,
    total: trials.length,
    missing,
    async play(signal) {
      const results = await playCampaign({
        trials,
        folder,
        workers,
        recording: false,
        model: { settings, flags: explains && roles ? { ...flags, roles } : flags },
        launcher,
        signal,
        stream: process.stdout,
      })
      return played(folder, trials, results)
    },
  }
}

function trialOptions(row: TrialsRow, { world, modelOptions }: TrialsMatrix): TrialOptions {
  const own = row.options
  const explains = own.strategy === 'deps'
  const common = Object.entries(modelOptions).filter(
    ([name]) => explains || !name.startsWith('explainer'),
  )
  return {
    ...Object.fromEntries(common),
    ...own,
    world,
    username: 'Delver',
    perception: 'seen',
    planner: 'llm',
    explainer: true,
    goals: 'strict',
    ...(explains && { descriptor: 'paper' as const }),
  }
}

function played(
  folder: string,
  trials: readonly Settings[],
  results: readonly TrialResult[],
): PlayedRow {
  const over = results.filter(({ end }) => !isToRepeat(end))
  const groups = Map.groupBy(over, ({ task }) => groupOf(task) ?? '')
  const rates = [...groups, ['all', over] as const].map(
    ([name, members]) => [name, proportion(members)] as const,
  )
  const unasked = results.find(({ end }) => end === 'no-model')
  return {
    rates: new Map(rates),
    played: over.length,
    used: over.length > 0 ? used(folder, trials) : null,
    unasked: unasked?.detail ?? null,
  }
}

function proportion(results: readonly TrialResult[]): Proportion {
  return { successes: results.filter(({ success }) => success).length, trials: results.length }
}

/** What these trials took by their logs; other trials may lie in the folder. */
function used(folder: string, wanted: readonly Settings[]): Used | null {
  const keys = new Set(wanted.map(({ task, seed }) => `${task} ${seed}`))
  const set = readTrialSet(folder, folder)
  const trials = set.trials.filter(({ result }) => keys.has(`${result.task} ${result.seed}`))
  return modelUse({ ...set, trials }).find(({ purpose }) => purpose === 'all') ?? null
}
