import type { Sample } from '../data/sample.ts'
import { lowest } from '../training/baselines.ts'
import type { HorizonDistribution } from './horizon-distribution.ts'

/**
 * Flags that tell how sure one can be of a horizon, the first that is set counting: what is searched for blind is luck,
 * and an animal walks. Nets that see few such choices take them for surer than they are.
 */
const WIDTH_KINDS = ['search.tunnel', 'search.needed', 'source.animal', 'source.block']

/** By what factor horizons of one kind lie farther around their middles than the nets have it. */
export interface Width {
  /** Number of the feature that is set for this kind. */
  readonly feature: number
  readonly factor: number
}

/** A sample with what nets predict of it that did not learn from it. */
export interface Unseen extends Sample {
  readonly predicted: HorizonDistribution
}

/** Logarithms of factors. */
const FACTORS = { low: Math.log(0.5), high: Math.log(4) }
/** How far from 1 a factor is likely to be, as a logarithm, before there is any sample. */
const LIKELY = 0.5
const DIGITS = 3

/** The factor for a choice; 1 for one of no kind. */
export function widthOf(widths: readonly Width[], features: readonly number[]): number {
  return widths.find(({ feature }) => features[feature] === 1)?.factor ?? 1
}

/**
 * The factors that are likeliest by samples, goals given up among them.
 * @param names of the features.
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
