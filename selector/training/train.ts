import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { z } from 'zod'
import { counted } from '#wire/wording'
import type { Sample } from '../data/sample.ts'
import { splitByTrial, weightsOf } from '../data/training-data.ts'
import { FEATURE_VERSION, FEATURES } from '../features/features.ts'
import { HorizonModel } from '../models/horizon-model.ts'
import type { Input, ModelCard, ModelFile, Scores } from '../models/model-file.ts'
import { fitWidths, type Width } from '../models/widths.ts'
import { constantPredictor, spreadAround } from './baselines.ts'
import { evaluate } from './evaluate.ts'
import { type TrainedNetwork, type TrainingRows, trainNetwork } from './train-network.ts'

export interface TrainingOptions {
  /** Seed of the split, the initial weights and the order of samples: the same samples and seed give the same model. */
  readonly seed: number
  /** Tasks and seeds of the trials, for the model card. */
  readonly source: string
  /** Names of the agents that played them, for the model card. */
  readonly agents: readonly string[]
  /** Names of the features in their order (default: those of `features.ts`). */
  readonly features?: readonly string[]
  /** Samples of held-out trials, for the card's scores (default: one in five trials, drawn by the seed). */
  readonly heldOut?: readonly Sample[]
  /** Called after each network. */
  onProgress?(line: string): void
}

const LIBRARY = '@jax-js/jax'
/** One of this many parts is held out, by trials. */
const HOLD_OUT = 5
/** Size of the ensemble; each network validates on another part of the trials, and trains on the rest. */
const NETS = 3
const HIDDEN = [48, 48]
const COMPONENTS = 2
const DECAY = 0.3
/** Significant digits of weights and standardisation in the model file. */
const DIGITS = 6
/** Least number of samples for training, held-out ones included. */
export const MIN_SAMPLES = 125

/**
 * Trains a model on the outcomes of choices, by minimising -log mu (DEPS, section 3.3).
 * @throws Error when there are fewer than {@link MIN_SAMPLES} samples, or their features differ in number.
 */
export async function train(
  samples: readonly Sample[],
  options: TrainingOptions,
): Promise<HorizonModel> {
  const { seed, source, agents, onProgress } = options
  const names = options.features ?? FEATURES.map(({ name }) => name)
  const [held = [], ...rest] = options.heldOut
    ? [options.heldOut, samples]
    : splitByTrial(samples, HOLD_OUT, seed)
  const training = rest.flat()
  check(samples, names)
  const index = names.indexOf('estimate')
  const around = spreadAround(training, ({ features }) => features[index] ?? 0)
  const estimate = { index, shift: rounded(around.shift), scale: rounded(around.scale) }
  const inputs = names.map((name, place) => inputOf(name, training, place))
  const folds = splitByTrial(training, NETS, seed)
  const networks: TrainedNetwork[] = []
  for (const [place, fold] of folds.entries()) {
    const others = folds.filter((other) => other !== fold).flat()
    const trained = await trainNetwork(
      rowsOf(others, inputs, estimate),
      rowsOf(fold, inputs, estimate),
      {
        inputs: inputs.length,
        hidden: HIDDEN,
        components: COMPONENTS,
        spread: estimate.scale,
        decay: DECAY,
        seed: `net-${seed}-${place}`,
      },
    )
    networks.push(trained)
    onProgress?.(`network ${place + 1} of ${NETS}: best after ${counted(trained.epochs, 'epoch')}`)
  }
  const modelWith = (scores: Scores, nets: readonly TrainedNetwork[], widths: readonly Width[]) =>
    new HorizonModel({
      featureVersion: FEATURE_VERSION,
      card: {
        source,
        agents: [...agents],
        training: countsOf(training),
        heldOut: countsOf(held),
        seed,
        library: `${LIBRARY} ${libraryVersion()}`,
        epochs: networks.map(({ epochs }) => epochs),
        scores,
      },
      estimate,
      inputs,
      networks: nets.map(({ layers }) => layers),
      widths: [...widths],
    })
  const noScores = evaluate([], constantPredictor(training)).overall
  // The prediction for each fold is that of the network that was not trained on it.
  const unseen = folds.flatMap((fold, place) => {
    const net = modelWith(noScores, networks.slice(place, place + 1), [])
    return fold.map((sample) => ({ ...sample, predicted: net.distribution(sample.features) }))
  })
  const widths = fitWidths(unseen, names)
  const model = modelWith(noScores, networks, widths)
  const scores = evaluate(held, ({ features }) => model.distribution(features)).overall
  return modelWith(scores, networks, widths)
}

function check(samples: readonly Sample[], names: readonly string[]): void {
  if (samples.length < MIN_SAMPLES)
    throw new Error(`training needs at least ${MIN_SAMPLES} samples, not ${samples.length}`)
  if (!names.includes('estimate')) throw new Error('the feature "estimate" is missing')
  if (samples.some(({ features }) => features.length !== names.length))
    throw new Error(`some samples do not have ${names.length} features`)
}

function inputOf(name: string, training: readonly Sample[], place: number): Input {
  let [low, high, sum] = [Infinity, -Infinity, 0]
  for (const { features } of training) {
    const value = features[place] ?? 0
    low = Math.min(low, value)
    high = Math.max(high, value)
    sum += value
  }
  const mean = sum / training.length
  const variance =
    training.reduce((sum, { features }) => sum + ((features[place] ?? 0) - mean) ** 2, 0) /
    training.length
  const deviation = high > low ? Math.sqrt(variance) : 1
  return { name, mean: rounded(mean), deviation: rounded(deviation), low, high }
}

function rowsOf(
  samples: readonly Sample[],
  inputs: readonly Input[],
  estimate: ModelFile['estimate'],
): TrainingRows {
  const features = new Float32Array(samples.length * inputs.length)
  for (const [row, sample] of samples.entries())
    for (const [column, { mean, deviation }] of inputs.entries())
      features[row * inputs.length + column] = ((sample.features[column] ?? 0) - mean) / deviation
  const column = (value: (sample: Sample) => number) => Float32Array.from(samples, value)
  return {
    count: samples.length,
    inputs: features,
    estimates: column((sample) => (sample.features[estimate.index] ?? 0) + estimate.shift),
    horizons: column(({ ticks }) => Math.log1p(ticks)),
    censored: column(({ isCensored }) => Number(isCensored)),
    weights: weightsOf(samples),
  }
}

function countsOf(samples: readonly Sample[]): ModelCard['training'] {
  return {
    trials: new Set(samples.map(({ trial }) => trial)).size,
    samples: samples.length,
    censored: samples.filter(({ isCensored }) => isCensored).length,
  }
}

function libraryVersion(): string {
  const manifest = findPackageJSON(LIBRARY, import.meta.url)
  if (!manifest) throw new Error(`cannot find the package.json of ${LIBRARY}`)
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(manifest, 'utf8'))).version
}

function rounded(value: number): number {
  return Number(value.toPrecision(DIGITS))
}
