/** The range that a feature had in training. */
export interface Range {
  readonly name: string
  readonly low: number
  readonly high: number
}

/** How far beyond what training had a feature may lie, as a share of its range there. */
const MARGIN = 0.25
/** A state of which so many features lie farther than that is unlike those of training. */
const FAR_FEATURES = 3
/** Flags that tell what a goal is about; one that training never had makes it another goal. */
const KINDS = /^(skill|item)\./

/** Between which values each feature was in training. */
export class TrainingRanges {
  readonly #lows: Float64Array
  readonly #highs: Float64Array
  readonly #margins: Float64Array
  readonly #areKinds: readonly boolean[]
  /** Written over by every call that gives it. */
  readonly #within: Float64Array

  constructor(ranges: readonly Range[]) {
    this.#lows = Float64Array.from(ranges, ({ low }) => low)
    this.#highs = Float64Array.from(ranges, ({ high }) => high)
    this.#margins = Float64Array.from(ranges, ({ low, high }) => (high - low) * MARGIN)
    this.#areKinds = ranges.map(({ name }) => KINDS.test(name))
    this.#within = new Float64Array(ranges.length)
  }

  /** Whether the goal is of a kind that training did not have, or several features lie well beyond their ranges there. */
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

  /** Features put back into their ranges, since a net knows nothing of what lies beyond. They hold until the next call. */
  clamped(features: readonly number[]): Float64Array {
    const within = this.#within
    for (let index = 0; index < within.length; index++) {
      const value = Math.max(this.#lows[index] ?? 0, features[index] ?? 0)
      within[index] = Math.min(this.#highs[index] ?? 0, value)
    }
    return within
  }
}
