/** Rows of weights that are added up in one go, so that sums are read and written that much more seldom. */
const ROWS = 4

/** A layer of a net: sums of its inputs by weight, those inputs left out that are zero. */
export class DenseLayer {
  /** What was summed last, a number for each unit; written over the next time, since that is for each candidate. */
  readonly sums: Float64Array
  readonly #inputs: number
  /** A row for each input, a column for each unit. */
  readonly #weights: Float64Array
  readonly #biases: Float64Array
  /** Inputs that count, with the starts of their rows of weights; filled up with zeros to a multiple of {@link ROWS}. */
  readonly #values: Float64Array
  readonly #rows: Int32Array

  constructor(weights: readonly (readonly number[])[], biases: readonly number[]) {
    this.sums = new Float64Array(biases.length)
    this.#inputs = weights.length
    this.#weights = Float64Array.from(weights.flat())
    this.#biases = Float64Array.from(biases)
    this.#values = new Float64Array(weights.length + ROWS)
    this.#rows = new Int32Array(weights.length + ROWS)
  }

  /** Sums of the inputs as they are. */
  linear(inputs: Float64Array): Float64Array {
    return this.#sum(this.#take(inputs, -Infinity))
  }

  /** Sums of the inputs, those below zero taken for zero (rectified linear units). */
  rectified(inputs: Float64Array): Float64Array {
    return this.#sum(this.#take(inputs, 0))
  }

  /** Takes the inputs above a value that are not zero. @returns how many they are. */
  #take(inputs: Float64Array, above: number): number {
    const values = this.#values
    const rows = this.#rows
    const units = this.sums.length
    let count = 0
    for (let input = 0; input < this.#inputs; input++) {
      const value = inputs[input] ?? 0
      // Without a branch, which no processor would foresee: every other input is zero.
      values[count] = value
      rows[count] = input * units
      count += Number(value !== 0 && value > above)
    }
    for (let rest = count; rest < count + ROWS; rest++) {
      values[rest] = 0
      rows[rest] = 0
    }
    return count
  }

  #sum(count: number): Float64Array {
    const sums = this.sums
    const weights = this.#weights
    const values = this.#values
    const rows = this.#rows
    const units = sums.length
    sums.set(this.#biases)
    for (let at = 0; at < count; at += ROWS) {
      const a = values[at] ?? 0
      const b = values[at + 1] ?? 0
      const c = values[at + 2] ?? 0
      const d = values[at + 3] ?? 0
      const rowA = rows[at] ?? 0
      const rowB = rows[at + 1] ?? 0
      const rowC = rows[at + 2] ?? 0
      const rowD = rows[at + 3] ?? 0
      for (let unit = 0; unit < units; unit++)
        sums[unit] =
          (sums[unit] ?? 0) +
          a * (weights[rowA + unit] ?? 0) +
          b * (weights[rowB + unit] ?? 0) +
          c * (weights[rowC + unit] ?? 0) +
          d * (weights[rowD + unit] ?? 0)
    }
    return sums
  }
}
