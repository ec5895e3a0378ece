import { describe, expect, it } from 'vitest'
import type { Sample } from '#selector/data/sample'
import { FEATURE_VERSION, FEATURES } from '#selector/features/features'
import { HorizonEnsemble } from '#selector/models/horizon-ensemble'
import { HorizonModel } from '#selector/models/horizon-model'
import type { Layers } from '#selector/models/horizon-network'
import { type ModelFile, modelFileSchema } from '#selector/models/model-file'
import { readModel } from '#selector/models/read-model'
import { drawnCandidates, drawnModel } from '../support/horizon-model.ts'

describe('a model of the usual size', () => {
  const file = drawnModel('a model')
  const model = new HorizonModel(file)
  const candidates = drawnCandidates(file, 16, 'candidates')

  it('averages the mixtures of its networks', () => {
    for (const features of candidates) {
      const ours = model.distribution(features)
      for (const ticks of [10, 300, 9000]) {
        const shares = file.networks.map((layers) => survival(file, layers, features, ticks))
        const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
        expect(Math.exp(ours.logSurvival(ticks))).toBeCloseTo(mean, 9)
      }
    }
  })

  it('has outputs whose second third are the locations of its mixture', () => {
    const ensemble = new HorizonEnsemble(file.networks, file.inputs)
    const [features = []] = candidates
    const inputs = Float64Array.from(features)
    const outputs = ensemble.outputs(inputs)
    const units = outputs.length / file.networks.length
    const locations = file.networks.flatMap((_, net) =>
      outputs.slice(units * (net + 1 / 3), units * (net + 2 / 3)),
    )
    expect(locations).toEqual(ensemble.mixture(inputs, 0).locations)
    expect(new Set(locations).size).toBe(locations.length)
  })

  it('has an interval around its median', () => {
    for (const drawn of candidates) {
      const features = drawn.map((value, index) => (index === file.estimate.index ? 9 : value))
      const { low, median, high, isFar } = model.predict(features)
      const survival = (ticks: number) => Math.exp(model.distribution(features).logSurvival(ticks))
      expect([low, median, high].map(survival)).toEqual([
        expect.closeTo(0.9, 5),
        expect.closeTo(0.5, 5),
        expect.closeTo(0.1, 5),
      ])
      expect(isFar).toBe(false)
    }
  })

  it('widens the interval by the factor of a kind of choice', () => {
    const [features = []] = candidates
    const feature = FEATURES.findIndex(({ name }) => name === 'search.tunnel')
    const wide = new HorizonModel({ ...file, widths: [{ feature, factor: 3 }] })
    const flagged = features.map((value, index) => (index === feature ? 1 : value))
    const plain = model.distribution(flagged)
    for (const ticks of [10, 300, 9000]) {
      const survival = wide.distribution(flagged).logSurvival(ticks)
      expect(survival).toBeCloseTo(plain.widened(3).logSurvival(ticks), 9)
    }
    const other = features.map((value, index) => (index === feature ? 0 : value))
    expect(wide.predict(other)).toEqual(model.predict(other))
  })

  it('predicts the estimate, shifted as in training, in a state unlike the training data', () => {
    const features = FEATURES.map(({ name }) => (name === 'estimate' ? 5 : 99))
    const { shift, scale } = file.estimate
    const { median, low, high, isFar } = model.predict(features)
    expect(isFar).toBe(true)
    expect(Math.log1p(median)).toBeCloseTo(5 + shift, 6)
    // The log odds of the tenth and the ninetieth percentile are -ln 9 and ln 9.
    for (const [ticks, side] of [
      [low, -1],
      [high, 1],
    ] as const)
      expect(Math.log1p(ticks)).toBeCloseTo(5 + shift + side * 2 * scale * Math.log(9), 6)
  })

  it('has the likelihood of a sample by its density, or by its survival where it is censored', () => {
    const [features = []] = candidates
    const sample = (isCensored: boolean): Sample => ({
      ...{ features, ticks: 300, isCensored, skill: 'mine', item: 'log', estimate: 100 },
      trial: 'one',
    })
    const distribution = model.distribution(features)
    expect(model.logLikelihood(sample(false))).toBe(distribution.logDensity(300))
    expect(model.logLikelihood(sample(true))).toBe(distribution.logSurvival(300))
  })

  it('is rejected with features of another version, and so is a file that is no model', () => {
    const current = `"featureVersion":${FEATURE_VERSION},`
    const old = model.text().replace(current, '"featureVersion":1,')
    expect(() => HorizonModel.parse(old)).toThrow(
      /^the horizon model is for version 1 .*`delver selector refresh`$/,
    )
    expect(() => HorizonModel.parse('{}')).toThrow('not a horizon model')
    expect(() => HorizonModel.parse('nonsense')).toThrow('not a horizon model')
    expect(() => HorizonModel.parse('{"featureVersion":"1"}')).toThrow('not a horizon model')
    const broken = model.text().replace('"mean":', '"mien":')
    expect(() => HorizonModel.parse(broken)).toThrow(/^not a horizon model: inputs\.0.*$/)
  })
})

it('a model file without widths has none', () => {
  const { widths: _, ...older } = drawnModel('older')
  expect(modelFileSchema.parse(older).widths).toEqual([])
})

describe('the shipped model', () => {
  const model = readModel()
  const { inputs } = modelFileSchema.parse(JSON.parse(model.text()))

  it('has the features of this version as its inputs', () => {
    expect(inputs.map(({ name }) => name)).toEqual(FEATURES.map(({ name }) => name))
  })

  it('predicts the estimate with a wide interval for skills that it was not trained on', () => {
    const average = (skill: string) =>
      inputs.map(({ name, mean }) =>
        name.startsWith('skill.') ? Number(name === `skill.${skill}`) : mean,
      )
    expect(
      ['mine', 'hunt', 'smelt', 'craft', 'equip'].filter((s) => model.isFar(average(s))),
    ).toEqual([])
    expect(['fish', 'breed', 'other'].filter((s) => !model.isFar(average(s)))).toEqual([])
  })
})

/** The survival probability by one network, straight from the definition. */
function survival(
  { inputs, estimate }: ModelFile,
  layers: Layers,
  features: readonly number[],
  ticks: number,
): number {
  let values = inputs.map(({ mean, deviation }, i) => ((features[i] ?? 0) - mean) / deviation)
  for (const [index, { weights, biases }] of layers.entries()) {
    const before = index > 0 ? values.map((value) => Math.max(0, value)) : values
    values = biases.map((bias, unit) =>
      before.reduce((sum, value, i) => sum + value * (weights[i]?.[unit] ?? 0), bias),
    )
  }
  const count = values.length / 3
  const part = (kind: number) => values.slice(kind * count, (kind + 1) * count)
  const [shares, locations, scales] = [part(0).map(Math.exp), part(1), part(2)]
  const total = shares.reduce((sum, share) => sum + share, 0)
  const middle = (features[estimate.index] ?? 0) + estimate.shift
  return shares.reduce((sum, share, i) => {
    const scale = 0.02 + Math.log1p(Math.exp(scales[i] ?? 0))
    const odds = (Math.log1p(ticks) - middle - (locations[i] ?? 0)) / scale
    return sum + share / total / (1 + Math.exp(odds))
  }, 0)
}
