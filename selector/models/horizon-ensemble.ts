import { DenseLayer } from './dense-layer.ts'
import { type Mixture, softplus } from './horizon-distribution.ts'
import { type Layers, MIN_SCALE, OUTPUTS } from './horizon-network.ts'

/** The standardisation of a feature. */
export interface Standard {
  readonly mean: number
  readonly deviation: number
}

/** A network without its first layer. */
interface Rest {
  /** The outputs of its first layer. */
  readonly inputs: Float64Array
  readonly layers: readonly DenseLayer[]
  /** The outputs of its last layer: all weights, then all locations, then all scales. */
  readonly outputs: Float64Array
}

/** The forward pass of several networks over the same features; the ensemble averages their mixtures. */
export class HorizonEnsemble {
  /** The first layers of all networks in one, so that one pass over the features is enough. */
  readonly #first: DenseLayer
  readonly #rests: readonly Rest[]

  constructor(networks: readonly Layers[], standards: readonly Standard[]) {
    const firsts = networks.map(([first]) => standardised(first, standards))
    this.#first = new DenseLayer(
      standards.map((_, input) => firsts.flatMap(({ weights }) => weights[input] ?? [])),
      firsts.flatMap(({ biases }) => biases),
    )
    let from = 0
    this.#rests = networks.map(([first, ...others]) => {
      const inputs = this.#first.sums.subarray(from, from + (first?.biases.length ?? 0))
      const layers = others.map(({ weights, biases }) => new DenseLayer(weights, biases))
      from += inputs.length
      return { inputs, layers, outputs: layers.at(-1)?.sums ?? inputs }
    })
  }

  /** @param estimate the offset of the networks' locations, in log(1 + ticks). */
  mixture(features: Float64Array, estimate: number): Mixture {
    this.#forward(features)
    const weights: number[] = []
    const locations: number[] = []
    const scales: number[] = []
    for (const { outputs } of this.#rests) {
      const count = outputs.length / OUTPUTS
      let most = -Infinity
      for (let i = 0; i < count; i++) most = Math.max(most, outputs[i] ?? 0)
      let total = 0
      for (let i = 0; i < count; i++) total += Math.exp((outputs[i] ?? 0) - most)
      for (let i = 0; i < count; i++) {
        weights.push(Math.exp((outputs[i] ?? 0) - most) / (total * this.#rests.length))
        locations.push(estimate + (outputs[count + i] ?? 0))
        scales.push(MIN_SCALE + softplus(outputs[2 * count + i] ?? 0))
      }
    }
    return { weights, locations, scales }
  }

  /** The outputs of each network's last layer, one network after the other: weights, then locations, then scales. */
  outputs(features: Float64Array): number[] {
    this.#forward(features)
    return this.#rests.flatMap(({ outputs }) => [...outputs])
  }

  /** Computes all layers. */
  #forward(features: Float64Array): void {
    this.#first.linear(features)
    for (const { inputs, layers } of this.#rests) {
      let values = inputs
      for (const layer of layers) values = layer.rectified(values)
    }
  }
}

/** A first layer that includes the standardisation, so that features of zero (most one-hot flags) cost nothing. */
function standardised(first: Layers[number] | undefined, standards: readonly Standard[]) {
  const { weights = [], biases = [] } = first ?? {}
  const scaled = standards.map(({ deviation }, input) =>
    (weights[input] ?? []).map((weight) => weight / deviation),
  )
  const shifted = biases.map((bias, unit) =>
    standards.reduce((sum, { mean }, input) => sum - (scaled[input]?.[unit] ?? 0) * mean, bias),
  )
  return { weights: scaled, biases: shifted }
}
