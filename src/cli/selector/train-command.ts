import { Command } from 'commander'
import type { Sample } from '#selector/data/sample'
import type { HorizonModel } from '#selector/models/horizon-model'
import { writeAtomically } from '#trial/atomic-file'
import { UsageError } from '#trial/errors'
import type { FoundSamples } from '#trial/sample-folders'
import { plainJson } from '#wire/plain-text'
import { counted } from '#wire/wording'
import { GROUP } from '../help.ts'
import { wholeNumber } from '../whole-number.ts'
import { foundSamples, foundText } from './found-samples.ts'
import { cardLines } from './model-card-text.ts'

/** Default file of a trained model. */
export const MODEL_FILE = 'horizon-model.json'

interface TrainOptions {
  out: string
  seed: number
  json?: boolean
}

/** `delver selector train`: fits a model to finished trials. */
export function trainCommand(): Command {
  return new Command('train')
    .description('Train the prediction of horizons on finished trials.')
    .argument('<folders...>', 'folders of trials, such as those of delver selector collect')
    .option('--seed <number>', 'seed of the training', wholeNumber, 1)
    .optionsGroup(GROUP.output)
    .option('--out <file>', 'file for the model', MODEL_FILE)
    .option('--json', "print the model's card as one line of JSON, and progress to standard error")
    .action(async (folders: string[], { out, seed, json }: TrainOptions) => {
      const stream = json ? process.stderr : process.stdout
      const found = foundSamples(folders)
      stream.write(`${foundText(found)}\n`)
      const model = await trainModel(found, { out, seed, stream })
      if (json) console.log(plainJson(model.card))
      else console.log([...cardLines(model.card), `the model is in ${out}`].join('\n'))
    })
}

/** Trains a model and writes it. @throws UsageError when there are too few samples. */
export async function trainModel(
  { samples, agents }: FoundSamples,
  { out, seed, stream }: { out: string; seed: number; stream: NodeJS.WriteStream },
): Promise<HorizonModel> {
  // No other command needs the training library.
  const { MIN_SAMPLES, train } = await import('#selector/training/train')
  if (samples.length < MIN_SAMPLES)
    throw new UsageError(
      `training needs at least ${MIN_SAMPLES} samples, not ${samples.length}; play more with \`delver selector collect\``,
    )
  const onProgress = (line: string) => stream.write(`${line}\n`)
  const model = await train(samples, { seed, source: sourceOf(samples), agents, onProgress })
  writeAtomically(out, model.text())
  return model
}

/** `12 worlds, 30001 to 30012` */
function sourceOf(samples: readonly Sample[]): string {
  const seeds = [...new Set(samples.map(({ trial }) => Number(/\d+$/.exec(trial)?.[0])))].sort(
    (a, b) => a - b,
  )
  return `${counted(seeds.length, 'world')}, seeds ${seeds[0]} to ${seeds.at(-1)}`
}
