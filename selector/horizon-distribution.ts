/** One part of a distribution of horizons: a logistic distribution of log(1 + ticks). */
export interface Component {
  /** Share of the whole. */
  readonly weight: number
  /** Middle, in log(1 + ticks). */
  readonly location: number
  /** Spread, in log(1 + ticks). */
  readonly scale: number
}

/** How exactly percentiles are told, in log(1 + ticks). */
const PRECISION = 1e-3
const MAX_STEPS = 40

/**
 * How many ticks a goal will take, as a mixture of log-logistic distributions: that of survival analysis of which
 * density and survival are both in closed form, so that what was given up can be learned from as well.
 */
export class HorizonDistribution {
  readonly #parts: readonly Component[]

  constructor(parts: readonly Component[]) {
    this.#parts = parts
  }

  /** Ticks below which the horizon is with this probability, by Newton's method within a bracket that closes. */
  percentile(probability: number): number {
    const odds = Math.log(probability / (1 - probability))
    let low = Infinity
    let high = -Infinity
    for (const { location, scale } of this.#parts) {
      low = Math.min(low, location + scale * odds)
      high = Math.max(high, location + scale * odds)
    }
    let at = (low + high) / 2
    for (let step = 0; step < MAX_STEPS && high - low > PRECISION; step++) {
      const { below, density } = this.#at(at)
      if (below < probability) low = at
      else high = at
      const next = at - (below - probability) / density
      if (Math.abs(next - at) < PRECISION / 2) break
      at = next > low && next < high ? next : (low + high) / 2
    }
    return Math.max(0, Math.expm1(at))
  }

  /** Log of the density of log(1 + ticks). */
  logDensity(ticks: number): number {
    const y = Math.log1p(ticks)
    return this.#logSum(({ weight, location, scale }) => {
      const z = (y - location) / scale
      return Math.log(weight / scale) - z - 2 * softplus(-z)
    })
  }

  /** Log of the probability that the horizon is longer than so many ticks. */
  logSurvival(ticks: number): number {
    const y = Math.log1p(ticks)
    return this.#logSum(
      ({ weight, location, scale }) => Math.log(weight) - softplus((y - location) / scale),
    )
  }

  /** Probability of less than a value of log(1 + ticks), and the density there. */
  #at(y: number): { below: number; density: number } {
    let below = 0
    let density = 0
    for (const { weight, location, scale } of this.#parts) {
      const share = 1 / (1 + Math.exp((location - y) / scale))
      below += weight * share
      density += (weight * share * (1 - share)) / scale
    }
    return { below, density }
  }

  #logSum(term: (part: Component) => number): number {
    const terms = this.#parts.map(term)
    const most = Math.max(...terms)
    return most + Math.log(terms.reduce((sum, one) => sum + Math.exp(one - most), 0))
  }
}

/** log(1 + e^x) without overflow. */
export function softplus(x: number): number {
  return Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)))
}
