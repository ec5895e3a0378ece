import { describe, expect, it } from 'vitest'
import type { Sample } from '#selector/data/sample'
import { FEATURES } from '#selector/features/features'
import {
  calibration,
  drawCalibration,
  drawImportance,
  permutationImportance,
} from '#selector/training/plot'
import { modelByFeature } from '../support/horizon-model.ts'

const model = modelByFeature('depth', 2)
const names = FEATURES.map(({ name }) => name)

/** Samples at each percentile of the model's prediction, in turn. */
const samples = Array.from({ length: 400 }, (_, index): Sample => {
  const values: Readonly<Record<string, number>> = {
    estimate: 5,
    depth: (index % 20) / 10,
    light: (index % 7) / 7,
  }
  const features = names.map((name) => values[name] ?? 0)
  const ticks = model.distribution(features).percentile((((index * 7) % 400) + 0.5) / 400)
  const rest = { isCensored: false, skill: 'mine', item: 'log', estimate: 150, trial: 'one' }
  return { features, ticks, ...rest }
})

describe('the importance of features', () => {
  it('is the loss of likelihood without them', async () => {
    const importances = permutationImportance(model, samples, names, 1)
    expect(importances).toHaveLength(FEATURES.length)
    expect(importances[0]?.feature).toBe('depth')
    expect(importances[0]?.loss).toBeGreaterThan(0.1)
    expect(importances.find(({ feature }) => feature === 'light')?.loss).toBeCloseTo(0)
    const svg = await drawImportance(importances)
    expect(svg).toMatch(/^<svg[\s\S]*>depth<[\s\S]*<\/svg>$/)
  })
})

describe('calibration', () => {
  it('is on the diagonal where horizons are distributed as predicted', async () => {
    for (const { predicted, share } of calibration(model, samples))
      expect(share).toBeCloseTo(predicted, 1)
    expect(await drawCalibration(calibration(model, samples))).toMatch(/^<svg[\s\S]*<\/svg>$/)
  })

  it('is below the diagonal where goals take longer than predicted', () => {
    const slow = samples.map((sample) => ({ ...sample, ticks: 3 * sample.ticks }))
    const middle = calibration(model, slow).find(({ predicted }) => predicted === 0.5)
    expect(middle?.share).toBeLessThan(0.3)
  })

  it('learns from a censored sample only that its horizon is longer', () => {
    // Horizons above the median are censored there.
    const cut = samples.map((sample) => {
      const limit = model.distribution(sample.features).percentile(0.5)
      return { ...sample, ticks: Math.min(sample.ticks, limit), isCensored: sample.ticks > limit }
    })
    for (const { predicted, share } of calibration(model, cut))
      expect(share).toBeCloseTo(predicted, 1)
  })
})
