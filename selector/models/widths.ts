import type { Sample } from '../data/sample.ts'
import { lowest } from '../training/baselines.ts'
import type { HorizonDistribution } from './horizon-distribution.ts'

/**
 * Kinds of choices by flag; the first flag that is set counts. Networks are overconfident of kinds with few samples: a
 * search without a known source depends on luck, and animals move.
 */
const WIDTH_KINDS = ['search.tunnel', 'search.needed', 'source.animal', 'source.block']

/** A factor for the scales that the networks predict for one kind of choice. */
export interface Width {
  /** Index of the kind's flag among the features. */
  readonly feature: number
  readonly factor: number
}

/** A sample with the prediction of a network that was not trained on it. */
export interface Unseen extends Sample {
  readonly predicted: HorizonDistribution
}

/** Range of the factors' logarithms. */
const FACTORS = { low: Math.log(0.5), high: Math.log(4) }
/** Standard deviation of the prior of a factor's logarithm. */
const LIKELY = 0.5
const DIGITS = 3

/** The factor of a choice; 1 where none of the flags is set. */
export function widthOf(widths: readonly Width[], features: readonly number[]): number {
  return widths.find(({ feature }) => features[feature] === 1)?.factor ?? 1
}

/**
 * Fits the factors by maximum likelihood (with a prior) to samples, censored ones included.
 * @param names of the features, in their order.
 */
export function fitWidths(samples: readonly Unseen[], names: readonly string[]): Width[] {
  const kinds = WIDTH_KINDS.map((name) => names.indexOf(name)).filter((feature) => feature >= 0)
  const byKind = Map.groupBy(samples, ({ features }) => kinds.find((kind) => features[kind] === 1))
  return kinds.flatMap((feature) => {
    const judged = byKind.get(feature) ?? []
    const loss = (log: number) =>
      judged.reduce(
        (sum, { predicted, ticks, isCensored }) => {
          const widened = predicted.widened(Math.exp(log))
          return sum - (isCensored ? widened.logSurvival(ticks) : widened.logDensity(ticks))
        },
        log ** 2 / (2 * LIKELY ** 2),
      )
    const factor = Math.exp(lowest(FACTORS, loss))
    return judged.length > 0 ? { feature, factor: Number(factor.toPrecision(DIGITS)) } : []
  })
}
