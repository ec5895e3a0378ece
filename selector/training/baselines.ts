import type { Sample } from '../data/sample.ts'
import { HorizonDistribution } from '../models/horizon-distribution.ts'

/** Predicts the horizon of a sample from its features. */
export type Predictor = (sample: Sample) => HorizonDistribution

/** The distribution of horizons around a guess, in log(1 + ticks). */
export interface Spread {
  readonly shift: number
  readonly scale: number
}

const SHIFTS = { low: -8, high: 8 }
/** Range of the scales' logarithms. */
const SCALES = { low: Math.log(0.02), high: Math.log(5) }
/** Rounds that fit shift and scale in turn, and golden-section steps of each fit. */
const ROUNDS = 4
const NARROWINGS = 25
const GOLDEN = (Math.sqrt(5) - 1) / 2

/** Fits the log-logistic distribution around a guess by maximum likelihood to samples, censored ones included. */
export function spreadAround(
  samples: readonly Sample[],
  guess: (sample: Sample) => number,
): Spread {
  const residuals = samples.map((sample) => ({
    ticks: sample.ticks,
    isCensored: sample.isCensored,
    guess: guess(sample),
  }))
  const loss = ({ shift, scale }: Spread) =>
    residuals.reduce((sum, { ticks, isCensored, guess }) => {
      const around = HorizonDistribution.around(guess + shift, scale)
      return sum - (isCensored ? around.logSurvival(ticks) : around.logDensity(ticks))
    }, 0)
  let spread: Spread = { shift: 0, scale: 1 }
  for (let round = 0; round < ROUNDS; round++) {
    const { scale } = spread
    const shift = lowest(SHIFTS, (shift) => loss({ shift, scale }))
    spread = {
      shift,
      scale: Math.exp(lowest(SCALES, (log) => loss({ shift, scale: Math.exp(log) }))),
    }
  }
  return spread
}

/** Predicts the same distribution for every goal. */
export function constantPredictor(training: readonly Sample[]): Predictor {
  return around(training, () => 0)
}

/** Predicts a distribution around the skill's own estimate. */
export function estimatePredictor(training: readonly Sample[]): Predictor {
  return around(training, ({ estimate }) => Math.log1p(estimate))
}

/** Predicts by linear regression on one feature, such as the distance, over the goals that the agent reached. */
export function linePredictor(training: readonly Sample[], feature: number): Predictor {
  const reached = training.filter(({ isCensored }) => !isCensored)
  const xs = reached.map(({ features }) => features[feature] ?? 0)
  const ys = reached.map(({ ticks }) => Math.log1p(ticks))
  const [meanX, meanY] = [mean(xs), mean(ys)]
  const variance = mean(xs.map((x) => (x - meanX) ** 2))
  const covariance = mean(xs.map((x, index) => (x - meanX) * ((ys[index] ?? 0) - meanY)))
  const slope = variance > 0 ? covariance / variance : 0
  return around(training, ({ features }) => slope * (features[feature] ?? 0))
}

function around(training: readonly Sample[], guess: (sample: Sample) => number): Predictor {
  const { shift, scale } = spreadAround(training, guess)
  return (sample) => HorizonDistribution.around(guess(sample) + shift, scale)
}

/** The minimum of a unimodal function, by golden-section search. */
export function lowest(
  range: { low: number; high: number },
  height: (at: number) => number,
): number {
  let { low, high } = range
  let [left, right] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)]
  let [leftHeight, rightHeight] = [height(left), height(right)]
  for (let times = 0; times < NARROWINGS; times++)
    if (leftHeight < rightHeight) {
      high = right
      ;[right, rightHeight] = [left, leftHeight]
      left = high - GOLDEN * (high - low)
      leftHeight = height(left)
    } else {
      low = left
      ;[left, leftHeight] = [right, rightHeight]
      right = low + GOLDEN * (high - low)
      rightHeight = height(right)
    }
  return (low + high) / 2
}

function mean(values: readonly number[]): number {
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : 0
}
