import { join } from 'node:path'
import type { Settings } from '#events/settings'
import type { BuiltInWorld } from '#events/worlds'
import type { ModelSettings } from '#llm/settings'
import { modelUse } from '#report/model-use'
import { readTrialSet } from '#report/trial-set'
import { playedBefore, trialFolder } from '#trial/campaign'
import { readEvents } from '#trial/event-log'
import { isToRepeat, type TrialResult } from '#trial/result'
import type { Proportion } from '#trial/statistics'
import type { Task } from '#trial/tasks'
import { type ModelOptions, modelFlags } from '../model-options.ts'
import { playCampaign } from '../play-campaign.ts'
import type { CampaignQueue } from '../queue-options.ts'
import { type TrialOptions, trialSettings } from '../trial-options.ts'
import type { TrialsRow } from './paper-table.ts'
import type { RowPlan } from './row-plan.ts'
import type { Outcomes, PlayedRow, Used } from './row-result.ts'
import type { Tally } from './tallies.ts'

export interface TrialsMatrix {
  readonly tasks: readonly Task[]
  readonly seeds: readonly number[]
  readonly world: BuiltInWorld
  readonly tally: Tally
  readonly workers: number
  /** Null for trials on this machine. */
  readonly queue: CampaignQueue | null
  readonly out: string
  /** Null for the symbolic planner. */
  readonly model: { readonly settings: ModelSettings; readonly options: ModelOptions } | null
  readonly launcher: string
}

/** A row of DEPS's tables as a campaign, with strict goals and the paper's descriptor. */
export function trialsPlan(row: TrialsRow, matrix: TrialsMatrix): RowPlan {
  const { launcher, workers, queue, tally } = matrix
  const folder = join(matrix.out, row.folder)
  const model = modelOf(row, matrix)
  const trials = trialsOf(row, matrix)
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
        queue,
        recording: false,
        model: model && { settings: model.settings, flags: modelFlags(model.options) },
        launcher,
        signal,
        stream: process.stdout,
      })
      return played(folder, trials, results, tally)
    },
  }
}

/** The trials of a row. */
export function trialsOf(row: TrialsRow, matrix: TrialsMatrix): Settings[] {
  const model = modelOf(row, matrix)
  const options = trialOptions(row, matrix, model)
  // All tasks of a seed follow each other, so that its terrain is generated once.
  return matrix.seeds.flatMap((seed) =>
    matrix.tasks.map((task) => trialSettings(task.name, seed, options, model?.settings ?? null)),
  )
}

/** The model of a row. Only DEPS has an explainer, which may have a separate model. */
function modelOf({ options }: TrialsRow, { model }: TrialsMatrix): TrialsMatrix['model'] {
  if (!model || options.strategy === 'deps') return model
  const own = Object.entries(model.options).filter(([name]) => !name.startsWith('explainer'))
  return { settings: { ...model.settings, roles: {} }, options: Object.fromEntries(own) }
}

function trialOptions(
  { options, folder, remembersPlans }: TrialsRow,
  { world, out }: TrialsMatrix,
  model: TrialsMatrix['model'],
): TrialOptions {
  return {
    ...model?.options,
    world,
    username: 'Delver',
    perception: 'seen',
    planner: 'llm',
    strategy: 'deps',
    explainer: true,
    goals: 'strict',
    ...(options.strategy === 'deps' && { descriptor: 'paper' as const }),
    ...options,
    // Beside the row's folder, which holds trials only.
    ...(remembersPlans && { planMemory: join(out, `${folder}-plans`) }),
  }
}

function played(
  folder: string,
  trials: readonly Settings[],
  results: readonly TrialResult[],
  tally: Tally,
): PlayedRow {
  const over = results.filter(({ end }) => !isToRepeat(end))
  const unanswered = results.find(({ end }) => end === 'no-model')
  return {
    ...playedRow(outcomesOf(over, folder, tally)),
    played: over.length,
    used: over.some(({ settings }) => settings.llm) ? used(folder, trials) : null,
    modelFailure: unanswered?.detail ?? null,
  }
}

/** Counts trials by the columns of a tally. @param folder Folder of their campaign. */
export function outcomesOf(
  results: readonly TrialResult[],
  folder: string,
  tally: Tally,
): Outcomes {
  const counted = results.flatMap((result) => {
    const events = () => readEvents(trialFolder(folder, result.settings))
    const name = `${result.task} ${result.seed}`
    return tally.count({ result, events }).map(([column, success]) => ({ column, name, success }))
  })
  return new Map(
    [...Map.groupBy(counted, ({ column }) => column)].map(([column, all]) => [
      column,
      new Map(all.map(({ name, success }) => [name, success])),
    ]),
  )
}

/** Results of a row without a language model. */
export function playedRow(outcomes: Outcomes): Omit<PlayedRow, 'played'> {
  const rates = new Map(
    [...outcomes].map(([column, all]) => [column, proportion([...all.values()])]),
  )
  return { rates, outcomes, used: null, modelFailure: null }
}

function proportion(outcomes: readonly boolean[]): Proportion {
  return { successes: outcomes.filter(Boolean).length, trials: outcomes.length }
}

/** Model use of these trials by their logs; the folder may contain other trials. */
function used(folder: string, wanted: readonly Settings[]): Used | null {
  const keys = new Set(wanted.map(({ task, seed }) => `${task} ${seed}`))
  const set = readTrialSet(folder, folder)
  const trials = set.trials.filter(({ result }) => keys.has(`${result.task} ${result.seed}`))
  return modelUse({ ...set, trials }).find(({ purpose }) => purpose === 'all') ?? null
}
