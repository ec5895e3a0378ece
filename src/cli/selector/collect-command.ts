import { Command } from 'commander'
import { samplesIn } from '#trial/sample-folders'
import { findTasks } from '#trial/tasks'
import { plainJson } from '#wire/plain-text'
import { EXIT } from '../exit-codes.ts'
import { GROUP, requireOptions } from '../help.ts'
import { addQueueOptions, campaignQueue, type QueueOptions } from '../queue-options.ts'
import { parseSeeds } from '../seeds.ts'
import { stopSignal } from '../stop-signal.ts'
import { count } from '../whole-number.ts'
import { countsOf, foundText, reportLeftOut } from './found-samples.ts'
import { playForSamples } from './play-for-samples.ts'
import { playedSettings } from './played-settings.ts'

interface CollectOptions extends QueueOptions {
  seeds: number[]
  out: string
  workers?: number
  tasks?: string[]
  json?: boolean
}

/**
 * `delver selector collect`: plays trials for training samples.
 * @param launcher The script that processes of trials run.
 */
export function collectCommand(launcher: string, onExit: (code: number) => void): Command {
  const command = new Command('collect')
    .description('Play trials for training samples; resumes an interrupted run.')
    .option('--seeds <list>', 'seeds, one trial each, such as 30001-30200', parseSeeds)
    .option('--workers <number>', 'number of trials to play in parallel (default: 1)', count)
    .option('--tasks <list>', 'tasks or groups of tasks (default: a mixture)', taskNames)
    .optionsGroup(GROUP.output)
    .option('--out <folder>', "folder for the trials' folders")
    .option('--json', 'print the counts as one line of JSON, and progress to standard error')
  requireOptions(command, '--seeds', '--out')
  return addQueueOptions(command).action(async (options: CollectOptions) => {
    const { seeds, out, tasks, json } = options
    const missing = await playForSamples({
      trials: seeds.map((seed) => playedSettings(seed, tasks ?? null)),
      folder: out,
      queue: campaignQueue(options),
      workers: options.workers ?? 1,
      launcher,
      signal: stopSignal(),
      stream: json ? process.stderr : process.stdout,
    })
    const found = samplesIn([out])
    if (json) console.log(plainJson(countsOf(found)))
    else console.log(foundText(found))
    reportLeftOut(found.leftOut)
    onExit(missing > 0 ? EXIT.notObtained : EXIT.success)
  })
}

/** Parses names of tasks and groups into names of tasks. @throws UsageError */
function taskNames(text: string): string[] {
  return text
    .split(',')
    .flatMap((name) => findTasks(name.trim()))
    .map(({ name }) => name)
}
