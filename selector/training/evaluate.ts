import type { Sample } from '../data/sample.ts'
import { FEATURES } from '../features/features.ts'
import type { HorizonDistribution } from '../models/horizon-distribution.ts'
import type { Scores } from '../models/model-file.ts'
import type { Predictor } from './baselines.ts'

/** The items by which results are told, apart from skills. */
const GROUPS: Readonly<Record<string, (sample: Sample) => boolean>> = {
  logs: ({ skill, item }) => skill === 'mine' && /(^|_)(log|stem)s?$/.test(item),
  cobblestone: ({ skill, item }) => skill === 'mine' && item === 'cobblestone',
  'iron ore': ({ skill, item }) => skill === 'mine' && /^(iron_ore|raw_iron)$/.test(item),
  diamond: ({ skill, item }) => skill === 'mine' && item === 'diamond',
  animals: ({ skill }) => skill === 'hunt' || skill === 'shear',
  crafts: ({ skill }) => skill === 'craft',
  smelts: ({ skill }) => skill === 'smelt',
}

const SOURCES = ['source.block', 'source.animal'].map((source) =>
  FEATURES.findIndex(({ name }) => name === source),
)

/** Whether a source was known when it was chosen: what is searched blind is luck, which no rank can tell. */
function isInSight({ features }: Sample): boolean {
  return SOURCES.some((place) => features[place] === 1)
}

export interface Evaluation {
  readonly overall: Scores
  readonly bySkill: Readonly<Record<string, Scores>>
  /** Groups of which there is any sample, and what of each began with a known source. */
  readonly byGroup: Readonly<Record<string, Scores>>
}

/** How well a predictor does over samples that it was not fitted to: overall, by skill and by sort of item. */
export function evaluate(samples: readonly Sample[], predictor: Predictor): Evaluation {
  const judged = samples.map((sample) => judge(sample, predictor))
  const skills = [...new Set(samples.map(({ skill }) => skill))].sort()
  const groups = Object.entries(GROUPS).flatMap(([name, isOfGroup]) => {
    const of = judged.filter(({ sample }) => isOfGroup(sample))
    const inSight = of.filter(({ sample }) => isInSight(sample))
    return [[name, of] as const, [`${name}, in sight`, inSight] as const]
  })
  return {
    overall: scores(judged),
    bySkill: Object.fromEntries(
      skills.map((skill) => [skill, scores(judged.filter(({ sample }) => sample.skill === skill))]),
    ),
    byGroup: Object.fromEntries(
      groups.filter(([, of]) => of.length > 0).map(([name, of]) => [name, scores(of)]),
    ),
  }
}

/** A sample with what was predicted of it (ticks). */
interface Judged {
  readonly sample: Sample
  readonly distribution: HorizonDistribution
  readonly logLikelihood: number
  readonly median: number
  /** The middle 50 and 80 %. */
  readonly half: readonly [number, number]
  readonly most: readonly [number, number]
}

function judge(sample: Sample, predictor: Predictor): Judged {
  const { ticks, isCensored } = sample
  const distribution = predictor(sample)
  const [low, lower, median, higher, high] = [0.1, 0.25, 0.5, 0.75, 0.9].map((share) =>
    distribution.percentile(share),
  )
  return {
    sample,
    distribution,
    logLikelihood: isCensored ? distribution.logSurvival(ticks) : distribution.logDensity(ticks),
    median: median ?? 0,
    half: [lower ?? 0, higher ?? 0],
    most: [low ?? 0, high ?? 0],
  }
}

/**
 * Likelihood is that of log(1 + ticks), per sample; a goal given up counts with the chance of taking longer. Rank
 * correlation and factor are over the goals that were reached.
 */
function scores(judged: readonly Judged[]): Scores {
  const reached = judged.filter(({ sample }) => !sample.isCensored)
  const predicted = reached.map(({ median }) => median)
  const real = reached.map(({ sample }) => sample.ticks)
  return {
    samples: judged.length,
    reached: reached.length,
    negativeLogLikelihood: rounded(mean(judged.map(({ logLikelihood }) => -logLikelihood))),
    coverage50: rounded(coverage(judged, ({ half }) => half)),
    coverage80: rounded(coverage(judged, ({ most }) => most)),
    rankCorrelation: rounded(rankCorrelation(predicted, real)),
    medianFactorOff: rounded(medianFactorOff(predicted, real)),
  }
}

/**
 * Share of the horizons within their intervals. A goal given up counts by the probability, as predicted, that its horizon
 * lies in the interval, given that it is longer than what was waited for: right on average if the prediction is
 * (D-calibration, Haider et al. 2020).
 */
function coverage(
  judged: readonly Judged[],
  intervalOf: (one: Judged) => readonly [number, number],
): number | null {
  return mean(judged.map((one) => shareWithin(one, intervalOf(one))))
}

function shareWithin(
  { sample: { ticks, isCensored }, distribution }: Judged,
  [low, high]: readonly [number, number],
): number {
  if (!isCensored) return Number(ticks >= low && ticks <= high)
  if (ticks >= high) return 0
  const longerThan = (bound: number) => Math.exp(distribution.logSurvival(bound))
  return (longerThan(Math.max(ticks, low)) - longerThan(high)) / longerThan(ticks)
}

/** Spearman's rank correlation; equal values share the mean of their ranks. Null where either is the same throughout. */
export function rankCorrelation(xs: readonly number[], ys: readonly number[]): number | null {
  const [a, b] = [ranks(xs), ranks(ys)]
  const middle = (xs.length - 1) / 2
  const sum = (term: (index: number) => number) => xs.reduce((total, _, i) => total + term(i), 0)
  const of = (ranked: readonly number[], index: number) => (ranked[index] ?? 0) - middle
  const spread = sum((i) => of(a, i) ** 2) * sum((i) => of(b, i) ** 2)
  return spread > 0 ? sum((i) => of(a, i) * of(b, i)) / Math.sqrt(spread) : null
}

/** By what factor predictions are off, in the middle of all: 1 is right, 2 twice or half as long. */
export function medianFactorOff(
  predicted: readonly number[],
  real: readonly number[],
): number | null {
  const off = predicted
    .map((ticks, index) => Math.abs(Math.log1p(ticks) - Math.log1p(real[index] ?? 0)))
    .sort((a, b) => a - b)
  const [low, high] = [off[Math.ceil(off.length / 2) - 1], off[Math.floor(off.length / 2)]]
  return low === undefined || high === undefined ? null : Math.exp((low + high) / 2)
}

function ranks(values: readonly number[]): number[] {
  const order = values.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value)
  const ranked = values.map(() => 0)
  for (let start = 0; start < order.length; ) {
    let end = start
    while (order[end + 1]?.value === order[start]?.value && end + 1 < order.length) end++
    for (const { index } of order.slice(start, end + 1)) ranked[index] = (start + end) / 2
    start = end + 1
  }
  return ranked
}

function mean(values: readonly number[]): number | null {
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : null
}

/** Four decimals are judged. */
function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1e4) / 1e4
}
