/** Rows of weights that the inner loop adds at once, to read and write the sums less often. */
const ROWS = 4

/** A dense layer of a network that skips inputs of zero. */
export class DenseLayer {
  /** The last result, a number for each unit; the next call overwrites it. */
  readonly sums: Float64Array
  readonly #inputs: number
  /** One row per input, one column per unit. */
  readonly #weights: Float64Array
  readonly #biases: Float64Array
  /** Nonzero inputs and the offsets of their rows of weights, padded with zeros to a multiple of {@link ROWS}. */
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

  /** Weighted sums of the inputs. */
  linear(inputs: Float64Array): Float64Array {
    return this.#sum(this.#take(inputs, -Infinity))
  }

  /** Weighted sums of the rectified inputs (ReLU). */
  rectified(inputs: Float64Array): Float64Array {
    return this.#sum(this.#take(inputs, 0))
  }

  /** Collects the nonzero inputs above a value. @returns their number. */
  #take(inputs: Float64Array, above: number): number {
    const values = this.#values
    const rows = this.#rows
    const units = this.sums.length
    let count = 0
    for (let input = 0; input < this.#inputs; input++) {
      const value = inputs[input] ?? 0
      // No branch here: every other input is zero, so the processor could not predict it.
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
