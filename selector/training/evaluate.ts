import type { Sample } from '../data/sample.ts'
import { FEATURES } from '../features/features.ts'
import type { HorizonDistribution } from '../models/horizon-distribution.ts'
import type { Scores } from '../models/model-file.ts'
import type { Predictor } from './baselines.ts'

/** Groups of goals with scores of their own. */
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

/** Whether the agent knew of a source at the choice. Otherwise the horizon depends on luck, which no ranking predicts. */
function isInSight({ features }: Sample): boolean {
  return SOURCES.some((place) => features[place] === 1)
}

export interface Evaluation {
  readonly overall: Scores
  readonly bySkill: Readonly<Record<string, Scores>>
  /** All groups with any sample, and of each the samples with a known source. */
  readonly byGroup: Readonly<Record<string, Scores>>
}

/** Scores a predictor on samples that it was not fitted to: overall, by skill and by group. */
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

/** A sample with its prediction (ticks). */
interface Judged {
  readonly sample: Sample
  readonly distribution: HorizonDistribution
  readonly logLikelihood: number
  readonly median: number
  /** The 50 % and the 80 % interval. */
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
 * The likelihood is that of log(1 + ticks), per sample; a censored sample counts with its survival probability. Rank
 * correlation and factor are over the goals that the agent reached.
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
 * Share of the horizons within their intervals. A censored sample counts with the predicted probability that its horizon
 * is in the interval, given that it is longer than the sample's ticks (D-calibration, Haider et al. 2020).
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

/** Spearman's rank correlation; equal values share the mean of their ranks. Null where all values of either are equal. */
export function rankCorrelation(xs: readonly number[], ys: readonly number[]): number | null {
  const [a, b] = [ranks(xs), ranks(ys)]
  const middle = (xs.length - 1) / 2
  const sum = (term: (index: number) => number) => xs.reduce((total, _, i) => total + term(i), 0)
  const of = (ranked: readonly number[], index: number) => (ranked[index] ?? 0) - middle
  const spread = sum((i) => of(a, i) ** 2) * sum((i) => of(b, i) ** 2)
  return spread > 0 ? sum((i) => of(a, i) * of(b, i)) / Math.sqrt(spread) : null
}

/** The median factor between prediction and reality: 1 is exact, 2 is twice or half as long. */
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

/** Rounds to four decimals. */
function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1e4) / 1e4
}
