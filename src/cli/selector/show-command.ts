import { join } from 'node:path'
import { Command } from 'commander'
import type { Sample } from '#selector/data/sample'
import { FEATURES } from '#selector/features/features'
import type { HorizonModel } from '#selector/models/horizon-model'
import { writeAtomically } from '#trial/atomic-file'
import { makeFolder } from '#trial/out-folder'
import { UsageError } from '#trial/usage-error'
import { plainJson } from '#wire/plain-text'
import { chosenModel } from './chosen-model.ts'
import { foundSamples } from './found-samples.ts'
import { cardLines } from './model-card-text.ts'

/** Of how features change places among samples: the same samples give the same plot. */
const SEED = 1

interface ShowOptions {
  selectorModel?: string
  samples?: string[]
  out?: string
  json?: boolean
}

/** `delver selector show`: the card of a model, and plots of it. */
export function showCommand(): Command {
  return new Command('show')
    .description('say what a model was learned from and how good it is')
    .option('--selector-model <file>', 'another one than that which comes with it')
    .option('--samples <folders...>', 'of trials, best those that were not trained on, for plots')
    .option('--out <folder>', 'where plots of what drives predictions and of calibration go')
    .option('--json', 'print the card as one line of JSON')
    .action(async ({ selectorModel, samples, out, json }: ShowOptions) => {
      if (samples && out === undefined)
        throw new UsageError('--samples is for plots; add --out for where they go')
      if (out !== undefined && !samples)
        throw new UsageError('--out is for plots; add --samples for what they are drawn from')
      const model = chosenModel(selectorModel ?? null)
      const { card } = model
      const drawn =
        samples && out !== undefined
          ? await drawPlots(model, foundSamples(samples).samples, out)
          : []
      if (json) console.log(plainJson(card))
      else console.log([...cardLines(card), ...drawn.map((file) => `plot in ${file}`)].join('\n'))
    })
}

/** Draws what drives predictions, and how far they can be trusted. @returns the files. */
async function drawPlots(
  model: HorizonModel,
  samples: readonly Sample[],
  out: string,
): Promise<string[]> {
  // It takes a library that no other command of these needs.
  const { calibration, drawCalibration, drawImportance, permutationImportance } = await import(
    '#selector/training/plot'
  )
  makeFolder(out)
  const names = FEATURES.map(({ name }) => name)
  const plots = {
    'importance.svg': await drawImportance(permutationImportance(model, samples, names, SEED)),
    'calibration.svg': await drawCalibration(calibration(model, samples)),
  }
  return Object.entries(plots).map(([name, svg]) => {
    const file = join(out, name)
    writeAtomically(file, svg)
    return file
  })
}
