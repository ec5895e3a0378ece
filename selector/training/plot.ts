import seedrandom from 'seedrandom'
import { parse, View } from 'vega'
import { compile, type TopLevelSpec } from 'vega-lite'
import type { Sample } from '../data/sample.ts'
import type { HorizonModel } from '../models/horizon-model.ts'

/** The permutation importance of a feature. */
export interface Importance {
  readonly feature: string
  /** Mean loss of log likelihood per sample when the feature has the value of another sample. */
  readonly loss: number
}

/** A predicted probability, and the share of horizons below that percentile of their prediction. */
export interface CalibrationPoint {
  readonly predicted: number
  readonly share: number
}

const WIDTH = 420
const BAR = 16
/** Number of features in the plot, the most important ones. */
const DRAWN = 20
const PROBABILITIES = Array.from({ length: 19 }, (_, index) => (index + 1) / 20)

/** The importance of all features: the loss when a feature's values are permuted among samples, greatest first. */
export function permutationImportance(
  model: HorizonModel,
  samples: readonly Sample[],
  names: readonly string[],
  seed: number,
): Importance[] {
  const before = meanLogLikelihood(model, samples)
  return names
    .map((feature, place) => {
      const chance = seedrandom(`importance-${seed}-${place}`)
      const others = samples
        .map((sample) => ({ value: sample.features[place] ?? 0, lot: chance() }))
        .sort((a, b) => a.lot - b.lot)
      const mixed = samples.map((sample, index) => ({
        ...sample,
        features: sample.features.with(place, others[index]?.value ?? 0),
      }))
      return { feature, loss: before - meanLogLikelihood(model, mixed) }
    })
    .sort((a, b) => b.loss - a.loss)
}

/**
 * The calibration of predicted probabilities. A censored sample counts with the probability that its horizon is below the
 * percentile, given that it is longer than the sample's ticks.
 */
export function calibration(model: HorizonModel, samples: readonly Sample[]): CalibrationPoint[] {
  const judged = samples.map((sample) => ({
    isCensored: sample.isCensored,
    /** The predicted probability of a horizon of at most the sample's ticks. */
    reached: 1 - Math.exp(model.distribution(sample.features).logSurvival(sample.ticks)),
  }))
  return PROBABILITIES.map((predicted) => {
    const below = judged.map(({ isCensored, reached }) => {
      if (reached > predicted) return 0
      return isCensored ? (predicted - reached) / (1 - reached) : 1
    })
    return { predicted, share: below.reduce((sum: number, one) => sum + one, 0) / below.length }
  })
}

/** Draws a bar chart of importances, as SVG. */
export function drawImportance(importances: readonly Importance[]): Promise<string> {
  return draw({
    width: WIDTH,
    height: { step: BAR },
    data: { values: importances.slice(0, DRAWN) },
    mark: 'bar',
    encoding: {
      y: { field: 'feature', type: 'nominal', sort: null, title: null },
      x: { field: 'loss', type: 'quantitative', title: 'loss of log likelihood without it' },
    },
  })
}

/** Draws calibration as a line, next to the diagonal of a perfect model, as SVG. */
export function drawCalibration(points: readonly CalibrationPoint[]): Promise<string> {
  const scale = { domain: [0, 1] }
  const ideal = [0, 1].map((at) => ({ predicted: at, share: at }))
  const encoding = {
    x: { field: 'predicted', type: 'quantitative', scale, title: 'predicted probability' },
    y: { field: 'share', type: 'quantitative', scale, title: 'share of horizons' },
  } as const
  return draw({
    width: WIDTH,
    height: WIDTH,
    layer: [
      {
        data: { values: ideal },
        mark: { type: 'line', strokeDash: [4, 4], color: 'gray' },
        encoding,
      },
      { data: { values: [...points] }, mark: { type: 'line', point: true }, encoding },
    ],
  })
}

async function draw(drawing: TopLevelSpec): Promise<string> {
  const { spec } = compile({ background: 'white', padding: 12, ...drawing })
  const view = new View(parse(spec), { renderer: 'none' })
  const svg = await view.toSVG()
  view.finalize()
  return svg
}

function meanLogLikelihood(model: HorizonModel, samples: readonly Sample[]): number {
  return samples.reduce((sum, sample) => sum + model.logLikelihood(sample), 0) / samples.length
}
