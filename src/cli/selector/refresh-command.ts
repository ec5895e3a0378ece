import { join } from 'node:path'
import { Command, Option } from 'commander'
import { readEvents } from '#trial/event-log'
import { forksOf } from '#trial/forks'
import { trialsIn } from '#trial/sample-folders'
import { plainJson } from '#wire/plain-text'
import { EXIT } from '../exit-codes.ts'
import { GROUP, requireOptions } from '../help.ts'
import { parseSeeds } from '../seeds.ts'
import { stopSignal } from '../stop-signal.ts'
import { count, wholeNumber } from '../whole-number.ts'
import { evaluationLines, judge } from './eval-command.ts'
import { foundSamples, foundText } from './found-samples.ts'
import { cardLines } from './model-card-text.ts'
import { playForSamples } from './play-for-samples.ts'
import { playedSettings } from './played-settings.ts'
import { MODEL_FILE, trainModel } from './train-command.ts'

/** Seeds that users are unlikely to choose; their trials and forks take about 20 minutes on two cores. */
const DEFAULT_SEEDS = '700001-700300'
/** One of this many worlds belongs to the test set. */
const TEST_SHARE = 5

interface RefreshOptions {
  seeds: number[]
  out: string
  workers: number
  decisions: number
  json?: boolean
}

/**
 * `delver selector refresh`: collects trials, trains on four fifths of them and on their forks, and evaluates on the rest.
 * @param launcher The script that processes of trials run.
 */
export function refreshCommand(launcher: string, onExit: (code: number) => void): Command {
  const command = new Command('refresh')
    .description('Collect, fork, train and evaluate in one run; resumes an interrupted run.')
    .addOption(
      new Option('--seeds <list>', 'seeds, one trial each, every fifth for evaluation')
        .argParser(parseSeeds)
        .default(parseSeeds(DEFAULT_SEEDS), DEFAULT_SEEDS),
    )
    .option('--workers <number>', 'number of trials to play in parallel', count, 2)
    .option(
      '--decisions <number>',
      'number of decisions to fork per training trial; 0 for none',
      wholeNumber,
      1,
    )
    .optionsGroup(GROUP.output)
    .option('--out <folder>', 'folder for the trials and the model')
    .option('--json', 'print the scores as one line of JSON, and progress to standard error')
  return requireOptions(command, '--out').action(
    async ({ seeds, out, workers, decisions, json }: RefreshOptions) => {
      const stream = json ? process.stderr : process.stdout
      const signal = stopSignal()
      const folders = { train: join(out, 'train'), eval: join(out, 'eval') }
      for (const [part, folder] of Object.entries(folders)) {
        const isTest = part === 'eval'
        const missing = await playForSamples({
          trials: seeds
            .filter((_, index) => (index % TEST_SHARE === TEST_SHARE - 1) === isTest)
            .map((seed) => playedSettings(seed, null)),
          folder,
          workers,
          launcher,
          signal,
          stream,
        })
        if (missing > 0) return onExit(EXIT.notObtained)
      }
      const forks = join(out, 'forks')
      const missing = await playForSamples({
        trials: trialsIn(folders.train).flatMap((folder) => forksOf(readEvents(folder), decisions)),
        folder: forks,
        workers,
        launcher,
        signal,
        stream,
      })
      if (missing > 0) return onExit(EXIT.notObtained)
      const training = foundSamples(decisions > 0 ? [folders.train, forks] : [folders.train])
      stream.write(`${foundText(training)}\n`)
      const file = join(out, MODEL_FILE)
      const model = await trainModel(training, { out: file, seed: 1, stream })
      const judged = await judge(model, foundSamples([folders.eval]).samples, training.samples)
      if (json) console.log(plainJson({ file, card: model.card, evaluation: judged }))
      else
        console.log(
          [
            '',
            ...cardLines(model.card),
            '',
            ...evaluationLines(judged),
            '',
            `the model is in ${file}`,
          ].join('\n'),
        )
    },
  )
}
