import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { Pace } from '#clock/pace'
import type { TrialEvent } from '#events/events'
import { UsageError } from '#trial/errors'
import { EVENTS_FILE, RECORDING_FILE } from '#trial/event-log'
import { isInfrastructure, type TrialResult } from '#trial/result'
import type { TrialRun } from '#trial/runner'
import { findTask } from '#trial/tasks'
import { comingTrial } from '#watch/server/watched-trial'
import { plainJson, plainText } from '#wire/plain-text'
import { exitCodeOf } from './exit-codes.ts'
import { forcedChoices } from './forced-choices.ts'
import { GROUP, hideAdvanced } from './help.ts'
import { requireModelServer } from './model-options.ts'
import { playTrial } from './play-trial.ts'
import { Progress } from './progress.ts'
import { stopSignal } from './stop-signal.ts'
import {
  addTrialOptions,
  type TrialOptions,
  trialModel,
  trialSettings,
  typedTask,
} from './trial-options.ts'
import { DETAIL_LENGTH, trialReport } from './trial-report.ts'
import {
  addWatchOptions,
  awaitPage,
  checkWatchOptions,
  keepPage,
  openPage,
  type WatchOptions,
} from './watch-options.ts'
import { wholeNumber } from './whole-number.ts'

/** The options in `delver trial --help`; `--help-all` shows the others. */
const COMMON_OPTIONS = [
  ...['--seed', '--world', '--host', '--port', '--mc-version', '--difficulty', '--max-ticks'],
  ...['--perception', '--planner', '--strategy', '--selector', '--model', '--provider'],
  ...['--base-url', '--max-dollars', '--out', '--json', '--watch'],
]

/** `delver trial <task>`: plays one trial. */
export function trialCommand(onExit: (code: number) => void): Command {
  const command = new Command('trial')
    .description('Play one task, such as obtain_diamond.')
    .argument('<task>', 'task of the DEPS table (craft_wooden_door), or item and count (torch:8)')
    .optionsGroup(GROUP.world)
    .option('--seed <number>', 'seed of the practice world', wholeNumber, 1)
  addTrialOptions(command)
    .optionsGroup(GROUP.planning)
    .option(
      '--override-choice <choices>',
      'take another candidate at a decision: 3=2 for candidate 2 of decision 3, or 3=mine({log:1}, null); repeatable',
      forcedChoices,
    )
    .optionsGroup(GROUP.output)
    .option('--out <folder>', 'folder for the event log and the result (default: trials/...)')
    .option('--no-recording', 'write no recording for delver replay')
    .option('--json', 'print the result as one line of JSON, and progress to standard error')
  return hideAdvanced(addWatchOptions(command), COMMON_OPTIONS)
    .addHelpText(
      'after',
      '\nExamples:\n  delver trial obtain_diamond --seed 5\n  delver trial torch:8 --watch',
    )
    .action(async (text: string, options: TrialCommandOptions) => {
      checkWatchOptions(options)
      const task = findTask(typedTask(text, options))
      const model = trialModel([task], options)
      const settings = trialSettings(task.name, options.seed, options, model)
      const folder = options.out ?? newFolder(task.name, options.seed)
      if (existsSync(join(folder, EVENTS_FILE)))
        throw new UsageError(`${folder} already contains a trial; give another --out`)
      if (model) await requireModelServer(model)
      const stream = options.json ? process.stderr : process.stdout
      const signal = stopSignal()
      const pace = new Pace(settings.speed)
      const trial = comingTrial(folder, settings)
      const controlled = settings.world === 'practice' ? pace : null
      const page = options.watch
        ? await openPage([trial], options, stream, { pace: controlled })
        : null
      try {
        if (page && controlled && options.speed === undefined)
          await awaitPage(page, controlled, stream, signal)
        const result = await play(
          { settings, model, folder, signal, pace },
          options.recording,
          stream,
        )
        report(result, folder, options)
        onExit(exitCodeOf(result))
        if (page) await keepPage(page, options, stream, signal)
      } finally {
        await page?.close()
      }
    })
}

function report(result: TrialResult, folder: string, { json }: TrialCommandOptions): void {
  if (isInfrastructure(result.end))
    console.error(`error: ${plainText(result.detail.split('\n')[0] ?? '', DETAIL_LENGTH)}`)
  if (json) {
    console.log(plainJson(result))
    return
  }
  // An agent that never joined has no milestones, and does not know the difficulty.
  if (result.world.difficulty !== null || !isInfrastructure(result.end))
    console.log(['', ...trialReport(result)].join('\n'))
  console.log(`events.jsonl and result.json are in ${folder}`)
  if (existsSync(join(folder, RECORDING_FILE))) console.log(`to replay it: delver replay ${folder}`)
}

/** Plays the trial and shows its progress on a stream. */
async function play(
  run: TrialRun,
  withRecording: boolean,
  stream: NodeJS.WriteStream,
): Promise<TrialResult> {
  const progress = new Progress(stream)
  try {
    const onEvent = (event: TrialEvent) => progress.onEvent(event)
    const onAsk = (purpose: string | null) => progress.onAsk(purpose)
    return await playTrial({ ...run, onEvent, onAsk }, withRecording)
  } finally {
    progress.end()
  }
}

interface TrialCommandOptions extends TrialOptions, WatchOptions {
  seed: number
  out?: string
  recording: boolean
  json?: boolean
}

function newFolder(task: string, seed: number): string {
  const time = new Date().toISOString().replace(/[:.]/g, '-')
  return join('trials', `${task.replaceAll(':', '-')}-${seed}-${time}`)
}
