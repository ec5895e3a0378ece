import { Command } from 'commander'
import { trialFolder } from '#trial/campaign'
import { UsageError } from '#trial/errors'
import { isInfrastructure, isToRepeat, type TrialResult } from '#trial/result'
import { summarize, summarizeByTask } from '#trial/summary'
import { findTasks } from '#trial/tasks'
import { comingTrial } from '#watch/server/watched-trial'
import { plainJson, plainText } from '#wire/plain-text'
import { campaignPlan } from './campaign-plan.ts'
import { campaignReport } from './campaign-report.ts'
import { EXIT } from './exit-codes.ts'
import { GROUP, hideAdvanced, requireOptions } from './help.ts'
import { modelFlags } from './model-options.ts'
import { playCampaign } from './play-campaign.ts'
import { withOwnNames } from './player-names.ts'
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

/** Numbers of parallel trials for which --dry-run estimates a campaign on a queue. */
const MANY_WORKERS = [1, 10, 100]

/** The options in `delver trials --help`; `--help-all` shows the others. */
const COMMON_OPTIONS = [
  ...['--seeds', '--workers', '--trial-timeout', '--dry-run', '--out', '--recording', '--json'],
  ...['--world', '--mc-version', '--max-ticks', '--perception'],
  ...['--planner', '--strategy', '--selector', '--model', '--provider', '--max-dollars'],
  ...['--queue', '--watch'],
]

/** Longest reason for an end (characters). */
const DETAIL_LENGTH = 400

/**
 * `delver trials <tasks>`: plays a campaign of trials and summarizes it.
 * @param launcher The script that processes of trials run.
 */
export function trialsCommand(launcher: string, onExit: (code: number) => void): Command {
  const command = new Command('trials')
    .description('Play a campaign of trials and summarize it; resumes an interrupted run.')
    .argument('<tasks>', 'task, item, group of the DEPS table (MT1 to MT8), or all')
    .option('--seeds <list>', 'seeds of every task, such as 1-30 or 1-5,40', parseSeeds)
    .option('--workers <number>', 'number of trials to play in parallel (default: 1)', count)
    .option('--trial-timeout <seconds>', 'limit of wall-clock time per trial', count)
    .option('--dry-run', 'print the number of trials and an estimate of their time, then exit')
    .optionsGroup(GROUP.output)
    .option('--out <folder>', "folder for the trials' folders")
    .option('--recording', 'record each trial for delver replay; --watch implies it')
    .option('--json', 'print the summary as one line of JSON, and progress to standard error')
  addWatchOptions(addQueueOptions(addTrialOptions(command)))
  requireOptions(command, '--seeds', '--out')
  return hideAdvanced(command, COMMON_OPTIONS).action(
    async (tasks: string, options: TrialsOptions) => {
      checkWatchOptions(options)
      const queue = campaignQueue(options)
      if (options.record !== undefined)
        throw new UsageError(
          '--record is for a single trial; each trial of a campaign has its llm.jsonl',
        )
      const wanted = findTasks(typedTask(tasks, options))
      const model = trialModel(wanted, options)
      // All tasks of a seed follow each other, because a process keeps the terrain of its last seed.
      const planned = options.seeds.flatMap((seed) =>
        wanted.map((task) => trialSettings(task.name, seed, options, model)),
      )
      const isRecorded = options.recording === true || options.watch === true
      if (options.dryRun) {
        const workers = queue ? MANY_WORKERS : [options.workers ?? 1]
        const plan = campaignPlan({ trials: planned, folder: options.out, isRecorded, workers })
        console.log(plan.join('\n'))
        return
      }
      const trials = withOwnNames(planned, options.out)
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
          recording: isRecorded,
          model: model && { settings: model, flags: modelFlags(options) },
          launcher,
          signal,
          stream,
        })
        const unanswered = all.find(({ end }) => end === 'no-model')
        const results = all.filter(({ end }) => end !== 'no-model' && end !== 'interrupted')
        report(tasks, results, options)
        const played = results.filter(({ end }) => !isToRepeat(end)).length
        if (played < trials.length)
          console.error(
            `${signal.aborted ? (queue ? 'stopped; workers continue; ' : 'stopped; ') : ''}${notFinished(trials.length - played, trials.length)}`,
          )
        if (unanswered) console.error(`error: the model does not answer: ${reasonOf(unanswered)}`)
        const unreached = results.find(({ end }) => end === 'no-server' || end === 'kicked')
        if (unreached) console.error(`error: ${reasonOf(unreached)}`)
        onExit(unanswered ? EXIT.infrastructure : exitCode(results, trials.length))
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

/** Why a trial ended, for people. */
function reasonOf({ detail }: TrialResult): string {
  return plainText(detail.split('\n')[0] ?? '', DETAIL_LENGTH)
}

/** The note on trials that are missing from a campaign. */
export function notFinished(missing: number, total: number): string {
  return `${missing} of ${total} trials did not finish; run the same command again to play them`
}

function exitCode(results: readonly TrialResult[], wanted: number): number {
  if (results.length > 0 && results.every(({ end }) => isInfrastructure(end)))
    return EXIT.infrastructure
  const all = results.length === wanted && results.every(({ success }) => success)
  return all ? EXIT.success : EXIT.notObtained
}
