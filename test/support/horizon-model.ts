import seedrandom from 'seedrandom'
import { FEATURE_VERSION, FEATURES } from '#selector/features/features'
import { HorizonModel } from '#selector/models/horizon-model'
import type { ModelCard, ModelFile, Scores } from '#selector/models/model-file'

const NO_SCORES: Scores = {
  samples: 0,
  reached: 0,
  negativeLogLikelihood: null,
  coverage50: null,
  coverage80: null,
  rankCorrelation: null,
  medianFactorOff: null,
}
const NOTHING = { trials: 0, samples: 0, censored: 0 }
const NO_CARD: ModelCard = {
  source: 'nowhere',
  agents: [],
  training: NOTHING,
  heldOut: NOTHING,
  seed: 0,
  library: 'none',
  epochs: [],
  scores: NO_SCORES,
}
const ESTIMATE = FEATURES.findIndex(({ name }) => name === 'estimate')

/** Sizes of the layers, the number of nets and the highest value of a feature in a drawn model. */
const SIZES = [FEATURES.length, 48, 48, 6]
const NETS = 3
const HIGHEST = 5
/** Share of the features that are not zero in drawn ones. */
const SET = 0.3

/**
 * An untrained model: its prediction is the skill's estimate, times `e` to the power of one feature times
 * its weight.
 */
export function modelByFeature(feature: string, weight: number): HorizonModel {
  const weights = FEATURES.map(({ name }) => [0, name === feature ? weight : 0, 0])
  return new HorizonModel({
    featureVersion: FEATURE_VERSION,
    card: NO_CARD,
    estimate: { index: ESTIMATE, shift: 0, scale: 1 },
    inputs: FEATURES.map(({ name }) => ({ name, mean: 0, deviation: 1, low: -1e9, high: 1e9 })),
    networks: [[{ weights, biases: [0, 0, 0] }]],
    widths: [],
  })
}

/** A model of the usual size whose weights are drawn. */
export function drawnModel(seed: string): ModelFile {
  const chance = seedrandom(seed)
  const networks = Array.from({ length: NETS }, () =>
    SIZES.slice(1).map((units, index) => {
      const inputs = SIZES[index] ?? 0
      const bound = Math.sqrt(6 / (inputs + units))
      const weight = () => (2 * chance() - 1) * bound
      const row = () => Array.from({ length: units }, weight)
      return { weights: Array.from({ length: inputs }, row), biases: row() }
    }),
  )
  const input = (name: string) => ({
    name,
    mean: chance(),
    deviation: 0.5 + chance(),
    low: 0,
    high: HIGHEST,
  })
  return {
    featureVersion: FEATURE_VERSION,
    card: NO_CARD,
    estimate: { index: ESTIMATE, shift: 0.1, scale: 1 },
    inputs: FEATURES.map(({ name }) => input(name)),
    networks,
    widths: [],
  }
}

/** Features of candidates as a model knows them, drawn; most are zero, as most of real ones are. */
export function drawnCandidates({ inputs }: ModelFile, count: number, seed: string): number[][] {
  const chance = seedrandom(seed)
  return Array.from({ length: count }, () =>
    inputs.map(({ low, high }) =>
      chance() < SET ? low + (high - low) * chance() : Math.min(high, Math.max(low, 0)),
    ),
  )
}
