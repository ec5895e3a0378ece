/** A mixture of logistic distributions of log(1 + ticks), one array element per component. */
export interface Mixture {
  /** Weights, which sum to 1. */
  readonly weights: readonly number[]
  /** Locations, in log(1 + ticks). */
  readonly locations: readonly number[]
  /** Scales, in log(1 + ticks). */
  readonly scales: readonly number[]
}

/** Newton's method ends after a step shorter than this, in log(1 + ticks): the error is then about its square. */
const LAST_STEP = 1e-4
/** Precision of percentiles, in log(1 + ticks). */
const PRECISION = 1e-7
const MAX_STEPS = 60

/**
 * The distribution of a goal's horizon: a mixture of log-logistic distributions. Density and survival function are both
 * in closed form, so that a model can learn from censored samples as well.
 */
export class HorizonDistribution {
  readonly #weights: readonly number[]
  readonly #locations: readonly number[]
  readonly #scales: readonly number[]

  constructor({ weights, locations, scales }: Mixture) {
    this.#weights = weights
    this.#locations = locations
    this.#scales = scales
  }

  /** A single log-logistic distribution. */
  static around(location: number, scale: number): HorizonDistribution {
    return new HorizonDistribution({
      weights: [1],
      locations: [location],
      scales: [scale],
    })
  }

  /** The same mixture with all scales multiplied by a factor. */
  widened(factor: number): HorizonDistribution {
    return new HorizonDistribution({
      weights: this.#weights,
      locations: this.#locations,
      scales: this.#scales.map((scale) => scale * factor),
    })
  }

  /**
   * The ticks below which the horizon lies with a probability. Newton's method solves for the log odds, which are nearly
   * linear in log(1 + ticks); where its steps do not get shorter, bisection takes over.
   */
  percentile(probability: number): number {
    const odds = Math.log(probability / (1 - probability))
    let [low, high, at] = [Infinity, -Infinity, 0]
    for (let part = 0; part < this.#weights.length; part++) {
      const own = (this.#locations[part] ?? 0) + (this.#scales[part] ?? 0) * odds
      low = Math.min(low, own)
      high = Math.max(high, own)
      at += (this.#weights[part] ?? 0) * own
    }
    let reach = high - low
    for (let step = 0; step < MAX_STEPS && high - low > PRECISION; step++) {
      let [below, density] = [0, 0]
      for (let part = 0; part < this.#weights.length; part++) {
        const scale = this.#scales[part] ?? 0
        const share = 1 / (1 + Math.exp(((this.#locations[part] ?? 0) - at) / scale))
        const weighted = (this.#weights[part] ?? 0) * share
        below += weighted
        density += (weighted * (1 - share)) / scale
      }
      const above = 1 - below
      if (below < probability) low = at
      else high = at
      const newton = at - ((Math.log(below / above) - odds) * below * above) / density
      const isNearing = newton > low && newton < high && Math.abs(newton - at) < reach / 2
      const next = isNearing ? newton : (low + high) / 2
      reach = Math.abs(next - at)
      at = next
      if (isNearing && reach < LAST_STEP) break
    }
    return Math.max(0, Math.expm1(at))
  }

  /** Log of the density of log(1 + ticks). */
  logDensity(ticks: number): number {
    const y = Math.log1p(ticks)
    return this.#logSum((weight, location, scale) => {
      const z = (y - location) / scale
      return Math.log(weight / scale) - z - 2 * softplus(-z)
    })
  }

  /** Log of the probability that the horizon is longer than a number of ticks. */
  logSurvival(ticks: number): number {
    const y = Math.log1p(ticks)
    return this.#logSum(
      (weight, location, scale) => Math.log(weight) - softplus((y - location) / scale),
    )
  }

  #logSum(term: (weight: number, location: number, scale: number) => number): number {
    const terms = this.#weights.map((weight, part) =>
      term(weight, this.#locations[part] ?? 0, this.#scales[part] ?? 0),
    )
    const most = Math.max(...terms)
    return most + Math.log(terms.reduce((sum, one) => sum + Math.exp(one - most), 0))
  }
}

/** log(1 + e^x) without overflow. */
export function softplus(x: number): number {
  return Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)))
}
