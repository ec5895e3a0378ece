/** The range of a feature in the training data. */
export interface Range {
  readonly name: string
  readonly low: number
  readonly high: number
}

/** A feature may exceed its training range by this share of it. */
const MARGIN = 0.25
/** A state with at least this many features beyond that is unlike the training data. */
const FAR_FEATURES = 3
/** Flags of skills and item sorts; one that is never set in training makes any goal with it unlike the training data. */
const KINDS = /^(skill|item)\./

/** The ranges of all features in the training data. */
export class TrainingRanges {
  readonly #lows: Float64Array
  readonly #highs: Float64Array
  readonly #margins: Float64Array
  readonly #areKinds: readonly boolean[]
  /** The result of `clamped`, overwritten by each call. */
  readonly #within: Float64Array

  constructor(ranges: readonly Range[]) {
    this.#lows = Float64Array.from(ranges, ({ low }) => low)
    this.#highs = Float64Array.from(ranges, ({ high }) => high)
    this.#margins = Float64Array.from(ranges, ({ low, high }) => (high - low) * MARGIN)
    this.#areKinds = ranges.map(({ name }) => KINDS.test(name))
    this.#within = new Float64Array(ranges.length)
  }

  /** Whether the training data has no goal of this kind, or several features lie well beyond their training ranges. */
  isFar(features: readonly number[]): boolean {
    let beyond = 0
    for (let index = 0; index < this.#lows.length; index++) {
      const value = features[index] ?? 0
      const margin = this.#margins[index] ?? 0
      const isNear =
        value >= (this.#lows[index] ?? 0) - margin && value <= (this.#highs[index] ?? 0) + margin
      if (isNear) continue
      if (this.#areKinds[index]) return true
      beyond++
    }
    return beyond >= FAR_FEATURES
  }

  /** Features clamped to their training ranges, because networks do not extrapolate well. Valid until the next call. */
  clamped(features: readonly number[]): Float64Array {
    const within = this.#within
    for (let index = 0; index < within.length; index++) {
      const value = Math.max(this.#lows[index] ?? 0, features[index] ?? 0)
      within[index] = Math.min(this.#highs[index] ?? 0, value)
    }
    return within
  }
}
