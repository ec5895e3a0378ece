import { z } from 'zod'
import type { Sample } from '../data/sample.ts'
import { TrainingRanges } from '../data/training-ranges.ts'
import { FEATURE_VERSION } from '../features/features.ts'
import { HorizonDistribution } from './horizon-distribution.ts'
import { HorizonEnsemble } from './horizon-ensemble.ts'
import { type ModelCard, type ModelFile, modelFileSchema } from './model-file.ts'
import { widthOf } from './widths.ts'

/** The predicted horizon of a goal (game ticks). */
export interface Horizon {
  readonly median: number
  /** The tenth and the ninetieth percentile. */
  readonly low: number
  readonly high: number
  /** Whether the state is unlike the training data, so that the prediction is the skill's estimate. */
  readonly isFar: boolean
}

/** In a state unlike the training data, the scale around the estimate is this many times that of the training data. */
const FAR_WIDENING = 2

const versionSchema = z.looseObject({ featureVersion: z.number() })

/** The horizon predictor (mu of DEPS, section 3.3): the distribution of the ticks until a goal is reached. */
export class HorizonModel {
  readonly card: ModelCard
  readonly #file: ModelFile
  readonly #ensemble: HorizonEnsemble
  readonly #ranges: TrainingRanges

  constructor(file: ModelFile) {
    this.card = file.card
    this.#file = file
    this.#ensemble = new HorizonEnsemble(file.networks, file.inputs)
    this.#ranges = new TrainingRanges(file.inputs)
  }

  /**
   * Parses a model file.
   * @throws Error with a one-line message when the text is not a model, or one for another feature version.
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

  /** The text of the model file, for `parse`. */
  text(): string {
    return `${JSON.stringify(this.#file)}\n`
  }

  predict(features: readonly number[]): Horizon {
    const isFar = this.isFar(features)
    const distribution = isFar ? this.#around(features) : this.#learned(features)
    return {
      median: distribution.percentile(0.5),
      low: distribution.percentile(0.1),
      high: distribution.percentile(0.9),
      isFar,
    }
  }

  /** The distribution of the horizon; in a state unlike the training data, a wide one around the skill's estimate. */
  distribution(features: readonly number[]): HorizonDistribution {
    return this.isFar(features) ? this.#around(features) : this.#learned(features)
  }

  /** Whether the training data has no goal of this kind, or several features lie well beyond their training ranges. */
  isFar(features: readonly number[]): boolean {
    return this.#ranges.isFar(features)
  }

  #learned(features: readonly number[]): HorizonDistribution {
    const known = this.#ranges.clamped(features)
    const mixture = this.#ensemble.mixture(known, this.#middle(features))
    const width = widthOf(this.#file.widths, features)
    return new HorizonDistribution({
      ...mixture,
      scales: width === 1 ? mixture.scales : mixture.scales.map((scale) => scale * width),
    })
  }

  #around(features: readonly number[]): HorizonDistribution {
    const scale = this.#file.estimate.scale * FAR_WIDENING
    return HorizonDistribution.around(this.#middle(features), scale)
  }

  /** The skill's estimate, shifted by the mean error of estimates in training, in log(1 + ticks). */
  #middle(features: readonly number[]): number {
    const { index, shift } = this.#file.estimate
    return (features[index] ?? 0) + shift
  }

  /** Log likelihood of a sample: the density of log(1 + ticks), or the survival function where it is censored. */
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
