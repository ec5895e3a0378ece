import { join } from 'node:path'
import { Command } from 'commander'
import type { Sample } from '#selector/data/sample'
import { FEATURES } from '#selector/features/features'
import type { HorizonModel } from '#selector/models/horizon-model'
import { writeAtomically } from '#trial/atomic-file'
import { UsageError } from '#trial/errors'
import { makeFolder } from '#trial/out-folder'
import { plainJson } from '#wire/plain-text'
import { GROUP } from '../help.ts'
import { chosenModel } from './chosen-model.ts'
import { foundSamples } from './found-samples.ts'
import { cardLines } from './model-card-text.ts'

/** Seed for permuting features among samples, so that the same samples give the same plot. */
const SEED = 1

interface ShowOptions {
  selectorModel?: string
  samples?: string[]
  out?: string
  json?: boolean
}

/** `delver selector show`: prints the card of a model and draws plots. */
export function showCommand(): Command {
  return new Command('show')
    .description('Print the training data and the scores of a model.')
    .option('--selector-model <file>', 'model to show (default: the built-in one)')
    .option(
      '--samples <folders...>',
      'folders of trials for plots, best from outside the training set',
    )
    .optionsGroup(GROUP.output)
    .option('--out <folder>', 'folder for plots of feature importance and calibration')
    .option('--json', 'print the card as one line of JSON')
    .action(async ({ selectorModel, samples, out, json }: ShowOptions) => {
      if (samples && out === undefined)
        throw new UsageError('--samples is for plots; add --out for their folder')
      if (out !== undefined && !samples)
        throw new UsageError('--out is for plots; add --samples for their data')
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

/** Draws feature importance and calibration. @returns the files. */
async function drawPlots(
  model: HorizonModel,
  samples: readonly Sample[],
  out: string,
): Promise<string[]> {
  // No other command needs the plot library.
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
