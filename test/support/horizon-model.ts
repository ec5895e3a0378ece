import { FEATURE_VERSION, FEATURES } from '../../selector/features.ts'
import { HorizonModel } from '../../selector/horizon-model.ts'
import type { Scores } from '../../selector/model-file.ts'

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

/**
 * A model that nobody has trained: what it predicts is the skill's estimate, times `e` to the power of one feature times
 * its weight.
 */
export function modelByFeature(feature: string, weight: number): HorizonModel {
  const weights = FEATURES.map(({ name }) => [0, name === feature ? weight : 0, 0])
  return new HorizonModel({
    featureVersion: FEATURE_VERSION,
    card: {
      source: 'nowhere',
      training: NOTHING,
      heldOut: NOTHING,
      seed: 0,
      library: 'none',
      epochs: [],
      scores: NO_SCORES,
    },
    estimate: { index: FEATURES.findIndex(({ name }) => name === 'estimate'), shift: 0, scale: 1 },
    inputs: FEATURES.map(({ name }) => ({ name, mean: 0, deviation: 1, low: -1e9, high: 1e9 })),
    networks: [[{ weights, biases: [0, 0, 0] }]],
  })
}
