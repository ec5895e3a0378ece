import { createHash } from 'node:crypto'
import { Command } from 'commander'
import type { Settings } from '#events/settings'
import { trialFolder } from '#trial/campaign'
import { isInfrastructure, isToRepeat, type TrialResult } from '#trial/result'
import { summarize, summarizeByTask } from '#trial/summary'
import { findTasks } from '#trial/tasks'
import { UsageError } from '#trial/usage-error'
import { comingTrial } from '#watch/server/watched-trial'
import { plainJson, plainText } from '#wire/plain-text'
import { campaignPlan } from './campaign-plan.ts'
import { campaignReport } from './campaign-report.ts'
import { EXIT } from './exit-codes.ts'
import { modelFlags } from './model-options.ts'
import { playCampaign } from './play-campaign.ts'
import { addQueueOptions, campaignQueue, type QueueOptions } from './queue-options.ts'
import { parseSeeds } from './seeds.ts'
import { stopSignal } from './stop-signal.ts'
import {
  addTrialOptions,
  type TrialOptions,
  trialModel,
  trialSettings,
  typedTask,
} from './trial-options.ts'
import {
  addWatchOptions,
  checkWatchOptions,
  keepPage,
  openPage,
  type WatchOptions,
} from './watch-options.ts'
import { count } from './whole-number.ts'

/** For which numbers of trials at a time a queue's campaign is reckoned. */
const MANY_WORKERS = [1, 10, 100]

/** Longest reason for an end (characters). */
const DETAIL_LENGTH = 400

/**
 * `delver trials <tasks>`: plays many trials and sums them up.
 * @param launcher The script that the processes of trials run.
 */
export function trialsCommand(launcher: string, onExit: (code: number) => void): Command {
  const command = new Command('trials')
    .description(
      'play many trials, in processes of their own, and sum them up; goes on where it was stopped',
    )
    .argument('<tasks>', 'a task, an item, a group of the DEPS table (MT1 to MT8), or all')
    .requiredOption('--seeds <list>', 'such as 1-30 or 1-5,40', parseSeeds)
    .requiredOption('--out <folder>', 'where the folders of the trials go')
    .option('--workers <number>', 'trials at a time (default: 1)', count)
    .option('--trial-timeout <seconds>', 'longest wall-clock time for one trial', count)
    .option(
      '--recording',
      'write a recording of each trial, for delver replay; --watch does it too',
    )
    .option('--dry-run', 'say how many trials there are, how long they take, and end')
    .option('--json', 'print the summary as one line of JSON, and progress to standard error')
  return addWatchOptions(addQueueOptions(addTrialOptions(command))).action(
    async (tasks: string, options: TrialsOptions) => {
      checkWatchOptions(options)
      const queue = campaignQueue(options)
      if (options.record !== undefined)
        throw new UsageError('--record is for one trial; use delver trial')
      const wanted = findTasks(typedTask(tasks, options))
      const model = trialModel(wanted, options)
      // All tasks of a seed one after another: its land is made once.
      const trials = options.seeds.flatMap((seed) =>
        wanted.map((task) => ownName(trialSettings(task.name, seed, options, model))),
      )
      if (options.dryRun) {
        const atOnce = queue ? MANY_WORKERS : [options.workers ?? 1]
        console.log(campaignPlan(trials, options.out, atOnce).join('\n'))
        return
      }
      const stream = options.json ? process.stderr : process.stdout
      const signal = stopSignal()
      const shown = trials.map((settings) =>
        comingTrial(trialFolder(options.out, settings), settings),
      )
      const page = options.watch ? await openPage(shown, options, stream) : null
      try {
        const all = await playCampaign({
          trials,
          folder: options.out,
          workers: options.workers ?? 1,
          queue,
          trialTimeout: options.trialTimeout,
          recording: options.recording === true || options.watch === true,
          model: model && { settings: model, flags: modelFlags(options) },
          launcher,
          signal,
          stream,
        })
        const unasked = all.find(({ end }) => end === 'no-model')
        const results = all.filter(({ end }) => end !== 'no-model')
        report(tasks, results, options)
        const played = results.filter(({ end }) => !isToRepeat(end)).length
        if (played < trials.length)
          console.error(
            `${signal.aborted ? (queue ? 'left; workers go on; ' : 'stopped; ') : ''}${trials.length - played} of ${trials.length} trials were not played to their end; start it again with the same options to play them`,
          )
        if (unasked)
          console.error(
            `error: the model cannot be asked: ${plainText(unasked.detail, DETAIL_LENGTH)}`,
          )
        onExit(unasked ? EXIT.infrastructure : exitCode(results, trials.length))
        if (page) await keepPage(page, options, stream, signal)
      } finally {
        await page?.close()
      }
    },
  )
}

interface TrialsOptions extends TrialOptions, WatchOptions, QueueOptions {
  seeds: number[]
  out: string
  workers?: number
  trialTimeout?: number
  recording?: boolean
  dryRun?: boolean
  json?: boolean
}

function report(tasks: string, results: readonly TrialResult[], options: TrialsOptions): void {
  const total = summarize(tasks, results)
  const byTask = summarizeByTask(results)
  if (options.json) {
    const trials = results.map((result) => ({
      ...result,
      folder: trialFolder(options.out, result.settings),
    }))
    console.log(plainJson({ total, tasks: byTask, trials }))
    return
  }
  console.log(['', ...campaignReport(total, byTask)].join('\n'))
  console.log(`the trials are in ${options.out}`)
}

/**
 * A server keeps what each player carries: for every trial to begin with nothing, each comes to an
 * existing server under a name of its own, always the same for one task and seed.
 */
function ownName(settings: Settings): Settings {
  if (settings.world !== 'existing' || settings.auth !== 'offline') return settings
  const mark = createHash('sha256').update(`${settings.task} ${settings.seed}`).digest('hex')
  return { ...settings, username: `${settings.username.slice(0, 9)}_${mark.slice(0, 6)}` }
}

function exitCode(results: readonly TrialResult[], wanted: number): number {
  if (results.length > 0 && results.every(({ end }) => isInfrastructure(end)))
    return EXIT.infrastructure
  const all = results.length === wanted && results.every(({ success }) => success)
  return all ? EXIT.obtained : EXIT.notObtained
}
