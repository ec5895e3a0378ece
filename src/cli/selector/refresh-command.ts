import { join } from 'node:path'
import { Command, Option } from 'commander'
import { readEvents } from '#trial/event-log'
import { forksOf } from '#trial/forks'
import { trialsIn } from '#trial/sample-folders'
import { plainJson } from '#wire/plain-text'
import { EXIT } from '../exit-codes.ts'
import { parseSeeds } from '../seeds.ts'
import { stopSignal } from '../stop-signal.ts'
import { count, wholeNumber } from '../whole-number.ts'
import { evaluationLines, judge } from './eval-command.ts'
import { foundSamples, foundText } from './found-samples.ts'
import { cardLines } from './model-card-text.ts'
import { playForSamples } from './play-for-samples.ts'
import { playedSettings } from './played-settings.ts'
import { MODEL_FILE, trainModel } from './train-command.ts'

/** Worlds that nobody is likely to try the agent in; as many as are played in under an hour on two cores. */
const USUAL_SEEDS = '700001-700600'
/** One world of this many is kept for judging what was learned from the others. */
const JUDGED_SHARE = 5

interface RefreshOptions {
  seeds: number[]
  out: string
  workers: number
  decisions: number
  json?: boolean
}

/**
 * `delver selector refresh`: collects trials, trains on most of them and on their forks, and judges by the rest.
 * @param launcher The script that the processes of trials run.
 */
export function refreshCommand(launcher: string, onExit: (code: number) => void): Command {
  return new Command('refresh')
    .description('collect, fork, train and evaluate in one go; goes on where it was stopped')
    .requiredOption('--out <folder>', 'where the trials and the model go')
    .addOption(
      new Option('--seeds <list>', 'one trial each, every fifth for evaluation')
        .argParser(parseSeeds)
        .default(parseSeeds(USUAL_SEEDS), USUAL_SEEDS),
    )
    .option('--workers <number>', 'trials at a time', count, 2)
    .option(
      '--decisions <number>',
      'also plays what was not chosen, at so many decisions of each trial to learn from (0: none)',
      wholeNumber,
      1,
    )
    .option('--json', 'print the figures as one line of JSON, and progress to standard error')
    .action(async ({ seeds, out, workers, decisions, json }: RefreshOptions) => {
      const stream = json ? process.stderr : process.stdout
      const signal = stopSignal()
      const folders = { train: join(out, 'train'), eval: join(out, 'eval') }
      for (const [part, folder] of Object.entries(folders)) {
        const isJudged = part === 'eval'
        const missing = await playForSamples({
          trials: seeds
            .filter((_, index) => (index % JUDGED_SHARE === JUDGED_SHARE - 1) === isJudged)
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
      const model = await trainModel(training.samples, { out: file, seed: 1, stream })
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
    })
}
