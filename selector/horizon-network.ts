import { z } from 'zod'
import { type Component, softplus } from './horizon-distribution.ts'

const layerSchema = z.strictObject({
  /** A row for each input, a column for each unit. */
  weights: z.array(z.array(z.number())).min(1),
  biases: z.array(z.number()).min(1),
})

/** Layers from the standardised features to the distribution. */
export const networkSchema = z.array(layerSchema).min(1)

export type Layers = z.infer<typeof networkSchema>

/** How a feature is standardised. */
export interface Standard {
  readonly mean: number
  readonly deviation: number
}

/** No component is narrower than this, in log(1 + ticks): what always takes as long would else have no likelihood. */
export const LEAST_SCALE = 0.02

/** Numbers that the last layer gives for each component: weight, location and scale, before they are put in bounds. */
export const OUTPUTS = 3

interface Layer {
  readonly inputs: number
  readonly units: number
  readonly weights: Float32Array
  readonly biases: Float64Array
}

/** A feed-forward net with rectified linear units that gives a mixture for a state and a goal; the forward pass alone. */
export class HorizonNetwork {
  readonly #layers: readonly Layer[]

  /**
   * The first layer takes over the standardising, so that features that are zero, most of those that tell kinds apart,
   * cost nothing.
   */
  constructor(layers: Layers, standards: readonly Standard[]) {
    this.#layers = layers.map(({ weights, biases }, index) => {
      if (index > 0) return layer(weights, biases)
      const scaled = weights.map((row, i) => row.map((weight) => weight / deviation(standards, i)))
      const shifted = biases.map((bias, unit) =>
        scaled.reduce((sum, row, i) => sum - (row[unit] ?? 0) * (standards[i]?.mean ?? 0), bias),
      )
      return layer(scaled, shifted)
    })
  }

  /** @param estimate The middle that the net's locations are counted from, in log(1 + ticks). */
  components(features: readonly number[], estimate: number): Component[] {
    const outputs = this.outputs(features)
    const count = outputs.length / OUTPUTS
    const at = (kind: number, index: number) => outputs[kind * count + index] ?? 0
    const indices = Array.from({ length: count }, (_, index) => index)
    const most = Math.max(...indices.map((index) => at(0, index)))
    const shares = indices.map((index) => Math.exp(at(0, index) - most))
    const total = shares.reduce((sum, share) => sum + share, 0)
    return shares.map((share, index) => ({
      weight: share / total,
      location: estimate + at(1, index),
      scale: LEAST_SCALE + softplus(at(2, index)),
    }))
  }

  /** What the last layer gives: all weights, then all locations, then all scales. */
  outputs(features: readonly number[]): Float64Array {
    let values: Float64Array = Float64Array.from(features)
    for (const [index, layer] of this.#layers.entries()) {
      values = sumsOf(layer, values)
      if (index < this.#layers.length - 1) rectify(values)
    }
    return values
  }
}

function sumsOf({ inputs, units, weights, biases }: Layer, values: Float64Array): Float64Array {
  const sums = Float64Array.from(biases)
  for (let input = 0; input < inputs; input++) {
    const value = values[input] ?? 0
    if (value === 0) continue
    const row = input * units
    for (let unit = 0; unit < units; unit++)
      sums[unit] = (sums[unit] ?? 0) + value * (weights[row + unit] ?? 0)
  }
  return sums
}

function rectify(values: Float64Array): void {
  for (let unit = 0; unit < values.length; unit++) if ((values[unit] ?? 0) < 0) values[unit] = 0
}

function deviation(standards: readonly Standard[], index: number): number {
  return standards[index]?.deviation ?? 1
}

function layer(weights: readonly (readonly number[])[], biases: readonly number[]): Layer {
  return {
    inputs: weights.length,
    units: biases.length,
    weights: Float32Array.from(weights.flat()),
    biases: Float64Array.from(biases),
  }
}
