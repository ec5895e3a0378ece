import { beforeAll, describe, expect, it } from 'vitest'
import type { Sample } from '#selector/data/sample'
import { HorizonEnsemble } from '#selector/models/horizon-ensemble'
import { HorizonModel } from '#selector/models/horizon-model'
import type { Layers } from '#selector/models/horizon-network'
import { estimatePredictor } from '#selector/training/baselines'
import { evaluate } from '#selector/training/evaluate'
import { train } from '#selector/training/train'
import { networkOutputs } from '#selector/training/train-network'
import { horizonSamples, SAMPLE_FEATURES } from '../support/horizon-samples.ts'
import { longIt } from '../support/versions.ts'

const samples = horizonSamples({ count: 2000, seed: 'training' })
const heldOut = horizonSamples({ count: 600, seed: 'held out' })

function trained(samples: readonly Sample[], seed = 1): Promise<HorizonModel> {
  return train(samples, {
    seed,
    source: 'made up',
    agents: ['0.1.0-a'],
    features: SAMPLE_FEATURES,
    heldOut,
  })
}

describe('a trained model', () => {
  let model: HorizonModel
  beforeAll(async () => {
    model = await trained(samples)
  }, 120_000)

  it('recovers the distribution of its samples', () => {
    const lucky = model.predict([6, 1, 0.5, 0])
    expect(Math.log(lucky.median)).toBeCloseTo(6, 1)
    expect(Math.log(lucky.high / lucky.low)).toBeLessThan(0.5)
    // Half of the others take eight times as long: the median is between, and both are within the interval.
    const other = model.distribution([6, 0, 0.5, 0])
    expect(Math.log(other.percentile(0.25))).toBeCloseTo(6, 0)
    expect(Math.log(other.percentile(0.75))).toBeCloseTo(6 + Math.log(8), 0)
    const between = Math.exp(6 + Math.log(8) / 2)
    expect(other.logDensity(between)).toBeLessThan(other.logDensity(Math.exp(6)) - 2)
  })

  it('predicts held-out trials better than the estimate, and its intervals hold', () => {
    const by = evaluate(heldOut, ({ features }) => model.distribution(features)).overall
    const estimate = evaluate(heldOut, estimatePredictor(samples)).overall
    expect(by.negativeLogLikelihood ?? 0).toBeLessThan((estimate.negativeLogLikelihood ?? 0) - 0.3)
    expect(by.coverage80).toBeGreaterThan(0.74)
    expect(by.coverage80).toBeLessThan(0.86)
    expect(model.card.scores).toEqual(by)
  })

  it('states its origin on its card', () => {
    expect(model.card).toMatchObject({
      source: 'made up',
      agents: ['0.1.0-a'],
      training: { trials: 40, samples: 2000, censored: 0 },
      heldOut: { trials: 40, samples: 600, censored: 0 },
      library: expect.stringMatching(/^@jax-js\/jax \d/),
    })
  })

  it('is the same after it was written and read', () => {
    const read = HorizonModel.parse(model.text())
    expect(read.text()).toBe(model.text())
    for (const { features } of heldOut.slice(0, 20))
      expect(read.predict(features)).toEqual(model.predict(features))
  })

  it('predicts the estimate with a wider interval for a kind of goal that it was not trained on', () => {
    const near = model.predict([6, 1, 0.5, 0])
    const far = model.predict([6, 1, 0.5, 1])
    expect([near.isFar, far.isFar]).toEqual([false, true])
    expect(far.high / far.low).toBeGreaterThan(4 * (near.high / near.low))
    const shorter = model.predict([5, 1, 0.5, 1])
    expect(Math.log(far.median) - Math.log(shorter.median)).toBeCloseTo(1, 1)
    expect(far.median).toBe(model.predict([6, 0, 0.5, 1]).median)
  })

  it('does so for a state with several features beyond their ranges, but not for one feature', () => {
    expect(model.isFar([6, 1, 3, 0])).toBe(false)
    expect(model.predict([6, 1, 30, 0])).toEqual(model.predict([6, 1, 3, 0]))
    expect(model.isFar([9, 5, 3, 0])).toBe(true)
  })

  it('computes the same as the library', async () => {
    const file = JSON.parse(model.text()) as {
      networks: Layers[]
      inputs: { mean: number; deviation: number }[]
    }
    const rows = heldOut.slice(0, 50).map(({ features }) => features)
    const standardised = rows.map((row) =>
      row.map(
        (value, i) => (value - (file.inputs[i]?.mean ?? 0)) / (file.inputs[i]?.deviation ?? 1),
      ),
    )
    for (const layers of file.networks) {
      const ours = new HorizonEnsemble([layers], file.inputs)
      const theirs = await networkOutputs(layers, standardised)
      for (const [row, outputs] of theirs.entries())
        for (const [unit, output] of ours.outputs(Float64Array.from(rows[row] ?? [])).entries())
          expect(Math.abs(output - (outputs[unit] ?? 0))).toBeLessThan(1e-4)
    }
  })
})

describe('training', () => {
  const few = samples.slice(0, 125)

  longIt(
    'gives the same file, byte for byte, for the same samples and seed',
    async () => {
      const [one, same, other] = [
        await trained(few, 5),
        await trained(few, 5),
        await trained(few, 6),
      ]
      expect(same.text()).toBe(one.text())
      expect(other.text()).not.toBe(one.text())
    },
    120_000,
  )

  longIt(
    'treats censored samples as longer than their ticks, not as reached',
    async () => {
      // Half of the long horizons are censored, so that most reached ones are short.
      const patient = horizonSamples({ count: 1000, seed: 'censored', patience: 300 })
      const reached = patient.map((sample) => ({ ...sample, isCensored: false }))
      const [model, naive] = [await trained(patient), await trained(reached)]
      const late = (of: HorizonModel) => of.distribution([6, 0, 0.5, 0]).percentile(0.625)
      expect(late(model)).toBeGreaterThan(2 * late(naive))
      // The true horizon is eight times the estimate.
      expect(Math.log(late(model))).toBeCloseTo(6 + Math.log(8), 0)
    },
    120_000,
  )

  it('is rejected with too few samples, or without the estimate', async () => {
    await expect(trained(samples.slice(0, 20))).rejects.toThrow('at least 125 samples, not 20')
    const nameless = train(samples, {
      seed: 1,
      source: '',
      agents: [],
      features: ['a', 'b', 'c', 'd'],
    })
    await expect(nameless).rejects.toThrow('feature "estimate" is missing')
  })
})
