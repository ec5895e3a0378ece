import { join } from 'node:path'
import { REFUSED } from '#agent/planner/model-planner'
import type { TrialEvent } from '#events/events'
import type { Settings } from '#events/settings'
import type { ModelSettings } from '#llm/settings'
import { historyDigest } from '#queue/same-history'
import { modelUse } from '#report/model-use'
import { readTrialSet } from '#report/trial-set'
import { methodNamed } from '#textcraft/methods'
import { TaskLog } from '#textcraft/task-log'
import { TEST_TASKS } from '#textcraft/tasks'
import { transcriptsIn } from '#textcraft/transcript-in-folder'
import { playedBefore, trialFolder } from '#trial/campaign'
import { readEvents } from '#trial/event-log'
import { isToRepeat, type TrialResult } from '#trial/result'
import { CALLS_FILE } from '#trial/stored-calls'
import { findTasks } from '#trial/tasks'
import { MAX_TRIAL_FILE_BYTES, readGuardedText } from '#wire/guarded-file'
import { type ModelOptions, modelFlags } from '../model-options.ts'
import { playCampaign } from '../play-campaign.ts'
import type { ModelNeed } from '../reproduce/paper-table.ts'
import { ADAPT_NEEDS } from '../reproduce/tables/adapt.ts'
import { textCraftPlan } from '../reproduce/textcraft-plan.ts'
import { trialSettings } from '../trial-options.ts'
import { type BenchGames, type BenchTrial, type PartResult, packed } from './bench-result.ts'
import { BENCH_OPTIONS, type SuitePart } from './suites.ts'

/** A part of a suite, to be played by one model. */
export interface PartPlan {
  readonly name: string
  readonly title: string
  readonly total: number
  /** Number of trials without a result. */
  readonly missing: number
  readonly perTrial: ModelNeed
  play(signal: AbortSignal): Promise<PlayedPart>
}

export interface PlayedPart {
  readonly result: PartResult
  readonly trials: readonly BenchTrial[]
  /** The tasks of TextCraft. */
  readonly games: readonly BenchGames[]
  /** Why the model does not answer; null if it does. */
  readonly modelFailure: string | null
}

export interface BenchedModel {
  readonly settings: ModelSettings
  readonly options: ModelOptions
  /** Folder of its parts. */
  readonly folder: string
  readonly workers: number
  readonly launcher: string
}

/** The plan of a part. */
export function partPlan(name: string, part: SuitePart, model: BenchedModel): PartPlan {
  return part.kind === 'trials' ? trialsPart(name, part, model) : textCraftPart(name, part, model)
}

function trialsPart(
  name: string,
  part: SuitePart & { kind: 'trials' },
  model: BenchedModel,
): PartPlan {
  const folder = join(model.folder, name)
  const trials = trialsOf(part, model)
  const missing = trials.filter((trial) => playedBefore(folder, trial) === null).length
  return {
    ...{ name, title: part.title, total: trials.length, missing, perTrial: part.perTrial },
    async play(signal) {
      const results = await playCampaign({
        ...{ trials, folder, signal, recording: false, queue: null, stream: process.stdout },
        ...{ workers: model.workers, launcher: model.launcher },
        model: { settings: model.settings, flags: modelFlags(model.options) },
      })
      const over = results.filter(({ end }) => !isToRepeat(end))
      const benched = over.map((result) => benchTrial(name, part, folder, result))
      const unanswered = results.find(({ end }) => end === 'no-model')
      return {
        result: {
          successes: benched.filter(({ success }) => success).length,
          ...{ trials: over.length, total: trials.length },
          ...usedIn(folder, over.length),
        },
        trials: benched,
        games: [],
        modelFailure: unanswered?.detail ?? null,
      }
    },
  }
}

/** The trials of a part, with the options of the suite. */
export function trialsOf(
  { world, tasks, seeds }: SuitePart & { kind: 'trials' },
  { settings, options }: Pick<BenchedModel, 'settings' | 'options'>,
): Settings[] {
  const wanted = tasks === 'all' ? findTasks('all') : tasks.flatMap((task) => findTasks(task))
  const all = { ...options, ...BENCH_OPTIONS, world }
  return seeds.flatMap((seed) =>
    wanted.map((task) => trialSettings(task.name, seed, all, settings)),
  )
}

function benchTrial(
  part: string,
  { wanted }: SuitePart & { kind: 'trials' },
  folder: string,
  result: TrialResult,
): BenchTrial {
  const trial = trialFolder(folder, result.settings)
  const events = readEvents(trial)
  const transcript = readGuardedText(join(trial, CALLS_FILE), MAX_TRIAL_FILE_BYTES) ?? ''
  return {
    ...{ part, task: result.task, seed: result.seed },
    success: wanted === 'target' ? result.success : isRefusal(events),
    history: benchHistory(events),
    transcript: packed(transcript),
  }
}

/** Whether the planner refused before it tried any goal. */
export function isRefusal(events: readonly TrialEvent[]): boolean {
  const end = events.at(-1)
  const isTried = events.some(({ type }) => type === 'plan')
  return !isTried && end?.type === 'trial-end' && end.detail === REFUSED
}

/**
 * A hash of what a replay repeats. The settings of the first line name the server, which a replay does not have, and prices
 * differ from machine to machine.
 */
export function benchHistory(events: readonly TrialEvent[]): string {
  return historyDigest(
    events
      .filter(({ type }) => type !== 'trial-start')
      .map((event) => (event.type === 'llm-call' ? { ...event, dollars: null } : event)),
  )
}

function usedIn(folder: string, played: number) {
  if (played === 0) return { calls: 0, inputTokens: 0, outputTokens: 0, dollars: 0 }
  const use = modelUse(readTrialSet(folder, folder)).find(({ purpose }) => purpose === 'all')
  const { calls = 0, inputTokens = 0, outputTokens = 0, dollars = null } = use ?? {}
  return { calls, inputTokens, outputTokens, dollars }
}

/** How TextCraft is played. */
export const TEXTCRAFT_PLAY = { method: 'adapt', dMax: methodNamed('adapt').maxDepth } as const

function textCraftPart(
  name: string,
  { title, limit }: SuitePart & { kind: 'textcraft' },
  { folder, workers, settings, options }: BenchedModel,
): PartPlan {
  const perTrial = ADAPT_NEEDS.adapt
  const plan = textCraftPlan(
    { folder: name, label: title, ...TEXTCRAFT_PLAY, executor: 'main', perTrial },
    {
      tasks: TEST_TASKS.slice(0, limit),
      workers,
      out: folder,
      model: settings,
      modelOptions: options,
    },
  )
  return {
    ...{ name, title, total: plan.total, missing: plan.missing, perTrial },
    async play(signal) {
      const { rates, used, modelFailure } = await plan.play(signal)
      const { successes = 0, trials = 0 } = rates.get('all') ?? {}
      const { calls = 0, inputTokens = 0, outputTokens = 0, dollars = null } = used ?? {}
      const result = {
        successes,
        trials,
        total: plan.total,
        calls,
        inputTokens,
        outputTokens,
        dollars,
      }
      const games = benchGames(name, join(folder, name), settings)
      return { result, trials: [], games: games ? [games] : [], modelFailure }
    },
  }
}

/** The finished tasks of a part of TextCraft, with their calls; null before the first. */
function benchGames(part: string, folder: string, settings: ModelSettings): BenchGames | null {
  const log = new TaskLog(folder, {
    ...TEXTCRAFT_PLAY,
    model: settings.server.model,
    executorModel: null,
  })
  const tasks = [...log.read().values()].map(({ id, solved, calls }) => ({ id, solved, calls }))
  if (tasks.length === 0) return null
  const transcript = transcriptsIn(folder).map(
    (file) => readGuardedText(file, MAX_TRIAL_FILE_BYTES) ?? '',
  )
  return { part, tasks, transcript: packed(transcript.join('')) }
}
