import { defaultDevice, init, jit, nn, numpy as np, tree, valueAndGrad } from '@jax-js/jax'
import seedrandom from 'seedrandom'
import { type Layers, MIN_SCALE, OUTPUTS } from '../models/horizon-network.ts'

/** Samples in arrays for the library: one row, or one number, per sample. */
export interface TrainingRows {
  readonly count: number
  /** Standardised features, one row per sample. */
  readonly inputs: Float32Array
  /** The skills' estimates, in log(1 + ticks), shifted by their mean error. */
  readonly estimates: Float32Array
  /** The ticks of the samples, as log(1 + ticks). */
  readonly horizons: Float32Array
  /** 1 for a censored sample, else 0. */
  readonly censored: Float32Array
  readonly weights: Float32Array
}

export interface NetworkSettings {
  readonly inputs: number
  readonly hidden: readonly number[]
  readonly components: number
  /** Initial spread of the components around the estimate, in log(1 + ticks). */
  readonly spread: number
  readonly decay: number
  readonly seed: string
}

export interface TrainedNetwork {
  readonly layers: Layers
  /** The best epoch. */
  readonly epochs: number
}

type Parameters = { weights: np.Array; biases: np.Array }[]

const BATCH = 512
const FIRST_RATE = 3e-3
const LAST_RATE = 1e-4
/** Bounds of the number of epochs: more for fewer samples. */
const MAX_EPOCHS = 60
const MIN_EPOCHS = 10
const MAX_SAMPLES_SEEN = 1_500_000
/** Epochs without improvement until training stops. */
const PATIENCE = 10
/** Adam's default parameters. */
const [BETA1, BETA2, EPSILON] = [0.9, 0.999, 1e-8]
/** Significant digits of a weight. */
const DIGITS = 6

/**
 * Fits a network to samples by minimising the negative log likelihood (AdamW with a cosine schedule), and keeps the epoch
 * with the lowest validation loss.
 */
export async function trainNetwork(
  training: TrainingRows,
  validation: TrainingRows,
  settings: NetworkSettings,
): Promise<TrainedNetwork> {
  await init('wasm')
  defaultDevice('wasm')
  const chance = seedrandom(settings.seed)
  const epochs = Math.max(
    MIN_EPOCHS,
    Math.min(MAX_EPOCHS, Math.ceil(MAX_SAMPLES_SEEN / training.count)),
  )
  const steps = epochs * Math.ceil(training.count / BATCH)
  let parameters = firstParameters(settings, chance)
  let [first, second] = [zerosLike(parameters), zerosLike(parameters)]
  let best = { loss: Infinity, layers: layersOf(parameters), epochs: 0 }
  let done = 0
  for (let epoch = 1; epoch <= epochs && epoch - best.epochs <= PATIENCE; epoch++) {
    const order = shuffled(training.count, chance)
    for (let start = 0; start < training.count; start += BATCH) {
      const along = (1 + Math.cos((Math.PI * done) / steps)) / 2
      done++
      const rate = LAST_RATE + (FIRST_RATE - LAST_RATE) * along
      const corrected = (rate * Math.sqrt(1 - BETA2 ** done)) / (1 - BETA1 ** done)
      const rates = np.array([corrected, rate * settings.decay])
      const batch = batchOf(training, order.subarray(start, start + BATCH), settings.inputs)
      ;[parameters, first, second] = step(parameters, first, second, rates, batch)
    }
    const loss = lossOver(validation, settings.inputs, (batch) =>
      measure(tree.ref(parameters), batch),
    )
    if (loss < best.loss) best = { loss, layers: layersOf(parameters), epochs: epoch }
  }
  for (const rest of [parameters, first, second]) tree.dispose(rest)
  return { layers: best.layers, epochs: best.epochs }
}

/** The outputs of the library's own forward pass for rows of standardised features. */
export async function networkOutputs(
  layers: Layers,
  rows: readonly (readonly number[])[],
): Promise<number[][]> {
  await init('wasm')
  defaultDevice('wasm')
  const parameters = layers.map(({ weights, biases }) => ({
    weights: np.array(weights),
    biases: np.array(biases),
  }))
  const outputs = forward(parameters, np.array(rows.map((row) => [...row])))
  const values: number[][] = outputs.js()
  return values
}

interface Batch {
  inputs: np.Array
  estimates: np.Array
  horizons: np.Array
  censored: np.Array
  weights: np.Array
  [name: string]: np.Array
}

function forward(parameters: Parameters, inputs: np.Array): np.Array {
  return parameters.reduce((values, { weights, biases }, index) => {
    const sums = np.dot(values, weights).add(biases)
    return index < parameters.length - 1 ? nn.relu(sums) : sums
  }, inputs)
}

/** The weighted sum of the negative log likelihoods; a censored sample counts with its survival probability. */
function totalLoss(
  parameters: Parameters,
  { inputs, estimates, horizons, censored, weights }: Batch,
): np.Array {
  const [shares, locations, scales] = np.split(forward(parameters, inputs), OUTPUTS, 1)
  if (!shares || !locations || !scales) throw new Error('the network has no output')
  const scale = nn.softplus(scales).add(MIN_SCALE)
  const z = horizons.sub(estimates).sub(locations).div(scale.ref)
  const survival = nn.softplus(z.ref).neg()
  const density = z.ref.neg().sub(nn.softplus(z.neg()).mul(2)).sub(np.log(scale))
  const reached = np.subtract(1, censored.ref)
  const each = nn.logSoftmax(shares, 1).add(density.mul(reached)).add(survival.mul(censored))
  return np.sum(nn.logsumexp(each, 1).mul(weights)).neg()
}

/** @param rates the learning rate with Adam's bias correction, and the weight decay. */
function trainingStep(
  parameters: Parameters,
  first: Parameters,
  second: Parameters,
  rates: np.Array,
  batch: Batch,
): [Parameters, Parameters, Parameters] {
  const [loss, slopes] = valueAndGrad(totalLoss)(tree.ref(parameters), batch)
  loss.dispose()
  const mean = tree.map((slope: np.Array) => slope.div(BATCH), slopes)
  const nextFirst = tree.map(
    (old: np.Array, slope: np.Array) => old.mul(BETA1).add(slope.mul(1 - BETA1)),
    first,
    tree.ref(mean),
  )
  const nextSecond = tree.map(
    (old: np.Array, slope: np.Array) => old.mul(BETA2).add(np.square(slope).mul(1 - BETA2)),
    second,
    mean,
  )
  const [rate, decay] = np.split(rates, 2)
  if (!rate || !decay) throw new Error('no rates')
  const kept = np.subtract(1, decay)
  const next = tree.map(
    (old: np.Array, along: np.Array, size: np.Array) =>
      old.mul(kept.ref).sub(along.mul(rate.ref).div(np.sqrt(size).add(EPSILON))),
    parameters,
    tree.ref(nextFirst),
    tree.ref(nextSecond),
  )
  kept.dispose()
  rate.dispose()
  return [next, nextFirst, nextSecond]
}

/** The mean loss over all rows. */
function lossOver(rows: TrainingRows, inputs: number, measure: (batch: Batch) => np.Array): number {
  const order = Uint32Array.from({ length: rows.count }, (_, index) => index)
  let total = 0
  for (let start = 0; start < rows.count; start += BATCH) {
    const loss: number = measure(batchOf(rows, order.subarray(start, start + BATCH), inputs)).item()
    total += loss
  }
  return total / rows.weights.reduce((sum, weight) => sum + weight, 0)
}

/** Rows by their indices, padded with rows of weight 0, because the library compiles a step for one batch size. */
function batchOf(rows: TrainingRows, places: Uint32Array, inputs: number): Batch {
  const features = new Float32Array(BATCH * inputs)
  const column = () => new Float32Array(BATCH)
  const [estimates, horizons, censored, weights] = [column(), column(), column(), column()]
  for (const [to, from] of places.entries()) {
    features.set(rows.inputs.subarray(from * inputs, (from + 1) * inputs), to * inputs)
    estimates[to] = rows.estimates[from] ?? 0
    horizons[to] = rows.horizons[from] ?? 0
    censored[to] = rows.censored[from] ?? 0
    weights[to] = rows.weights[from] ?? 0
  }
  return {
    inputs: np.array(features).reshape([BATCH, inputs]),
    estimates: np.array(estimates).reshape([BATCH, 1]),
    horizons: np.array(horizons).reshape([BATCH, 1]),
    censored: np.array(censored).reshape([BATCH, 1]),
    weights: np.array(weights),
  }
}

/** Compiled once per network size. */
const step = jit(trainingStep)
const measure = jit(totalLoss)

/** Initial parameters: the network predicts the distribution around the estimate, whatever the features are. */
function firstParameters(
  { inputs, hidden, components, spread }: NetworkSettings,
  chance: () => number,
): Parameters {
  const sizes = [inputs, ...hidden, components * OUTPUTS]
  return sizes.slice(1).map((units, index) => {
    const before = sizes[index] ?? 1
    const isLast = index === sizes.length - 2
    const bound = (isLast ? 0.1 : 1) * Math.sqrt(6 / (before + units))
    const weights = Float32Array.from({ length: before * units }, () => (2 * chance() - 1) * bound)
    const biases = new Float32Array(units)
    if (isLast)
      for (let index = 0; index < components; index++) {
        biases[components + index] = spread * ((2 * (index + 0.5)) / components - 1)
        biases[2 * components + index] = Math.log(Math.expm1(Math.max(0.05, spread / 2)))
      }
    return { weights: np.array(weights).reshape([before, units]), biases: np.array(biases) }
  })
}

function zerosLike(parameters: Parameters): Parameters {
  return parameters.map(({ weights, biases }) => ({
    weights: np.zeros(weights.shape),
    biases: np.zeros(biases.shape),
  }))
}

function layersOf(parameters: Parameters): Layers {
  return parameters.map(({ weights, biases }) => {
    const rows: number[][] = weights.ref.js()
    const row: number[] = biases.ref.js()
    return { weights: rows.map((one) => one.map(rounded)), biases: row.map(rounded) }
  })
}

function rounded(value: number): number {
  return Number(value.toPrecision(DIGITS))
}

/** Indices of all samples in random order (Fisher-Yates). */
function shuffled(count: number, chance: () => number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, index) => index)
  for (let last = count - 1; last > 0; last--) {
    const other = Math.floor(chance() * (last + 1))
    const kept = order[last] ?? 0
    order[last] = order[other] ?? 0
    order[other] = kept
  }
  return order
}
