import { z } from 'zod'
import { FEATURE_VERSION } from './features.ts'
import { HorizonDistribution } from './horizon-distribution.ts'
import { HorizonNetwork } from './horizon-network.ts'
import { type ModelCard, type ModelFile, modelFileSchema } from './model-file.ts'
import type { Sample } from './sample.ts'

/** How long a goal is predicted to take (game ticks). */
export interface Horizon {
  readonly median: number
  /** The tenth and the ninetieth percentile. */
  readonly low: number
  readonly high: number
  /** Whether the state is unlike those that were learned from, so that the skill's estimate had to do. */
  readonly isFar: boolean
}

/** How far beyond what training had a feature may lie, as a share of its range there. */
const MARGIN = 0.25
/** A state of which so many features lie farther than that is unlike those of training. */
const FAR_FEATURES = 3
/** Flags that tell what a goal is about; one that training never had makes it another goal. */
const KINDS = /^(skill|item)\./
/** How much wider than in training horizons are taken to lie around the estimate in a state unlike those of training. */
const FAR_WIDENING = 2

const versionSchema = z.looseObject({ featureVersion: z.number() })

/** mu of DEPS, section 3.3: the distribution of the ticks that a goal still takes, as learned from trials. */
export class HorizonModel {
  readonly card: ModelCard
  readonly #file: ModelFile
  readonly #networks: readonly HorizonNetwork[]

  constructor(file: ModelFile) {
    this.card = file.card
    this.#file = file
    this.#networks = file.networks.map((layers) => new HorizonNetwork(layers, file.inputs))
  }

  /**
   * Reads a model file.
   * @throws Error of one line when it is no model, or one of other features than these.
   */
  static parse(text: string): HorizonModel {
    const data = jsonOf(text)
    const version = versionSchema.safeParse(data).data?.featureVersion
    if (version === undefined) throw new Error('not a horizon model')
    if (version !== FEATURE_VERSION)
      throw new Error(
        `the horizon model is for version ${version} of the features, not ${FEATURE_VERSION}: train it again with \`delver selector refresh\``,
      )
    const { data: file, error } = modelFileSchema.safeParse(data)
    if (!file) {
      const [issue] = error.issues
      throw new Error(`not a horizon model: ${issue?.path.join('.')}: ${issue?.message}`)
    }
    return new HorizonModel(file)
  }

  /** The model as a file; `parse` reads it. */
  text(): string {
    return `${JSON.stringify(this.#file)}\n`
  }

  predict(features: readonly number[]): Horizon {
    const distribution = this.distribution(features)
    const [low, median, high] = [0.1, 0.5, 0.9].map((share) => distribution.percentile(share))
    return { median: median ?? 0, low: low ?? 0, high: high ?? 0, isFar: this.isFar(features) }
  }

  /** How many ticks the goal will take; in a state unlike those of training as the skill's estimate has it, with a wide margin. */
  distribution(features: readonly number[]): HorizonDistribution {
    const { index, shift, scale } = this.#file.estimate
    const estimate = features[index] ?? 0
    if (this.isFar(features))
      return new HorizonDistribution([
        { weight: 1, location: estimate + shift, scale: scale * FAR_WIDENING },
      ])
    const known = this.#withinRanges(features)
    const share = 1 / this.#networks.length
    return new HorizonDistribution(
      this.#networks.flatMap((network) =>
        network
          .components(known, estimate + shift)
          .map(({ weight, ...rest }) => ({ weight: weight * share, ...rest })),
      ),
    )
  }

  /** Whether the goal is of a kind that training did not have, or several features lie well beyond their ranges there. */
  isFar(features: readonly number[]): boolean {
    let beyond = 0
    for (const [index, { name, low, high }] of this.#file.inputs.entries()) {
      const value = features[index] ?? 0
      const margin = (high - low) * MARGIN
      if (value >= low - margin && value <= high + margin) continue
      if (KINDS.test(name)) return true
      beyond++
    }
    return beyond >= FAR_FEATURES
  }

  /** Features put back into their ranges in training, since a net knows nothing of what lies beyond. */
  #withinRanges(features: readonly number[]): number[] {
    return this.#file.inputs.map(({ low, high }, index) =>
      Math.min(high, Math.max(low, features[index] ?? 0)),
    )
  }

  /** Log likelihood of what came of a goal: the density of log(1 + ticks), or, if given up, the chance of taking longer. */
  logLikelihood({ features, ticks, isCensored }: Sample): number {
    const distribution = this.distribution(features)
    return isCensored ? distribution.logSurvival(ticks) : distribution.logDensity(ticks)
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
