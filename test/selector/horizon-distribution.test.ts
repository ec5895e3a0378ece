import seedrandom from 'seedrandom'
import { describe, expect, it } from 'vitest'
import { HorizonDistribution, softplus } from '#selector/models/horizon-distribution'

/** Mixtures as networks predict them, from narrow and far apart to wide and alike. */
function drawnMixtures(count: number): HorizonDistribution[] {
  const chance = seedrandom('mixtures')
  return Array.from({ length: count }, () => {
    const parts = Array.from({ length: 1 + Math.floor(chance() * 6) }, () => ({
      weight: 0.02 + chance(),
      location: 4 + 6 * chance(),
      scale: 0.02 + chance() ** 3,
    }))
    const total = parts.reduce((sum, { weight }) => sum + weight, 0)
    return new HorizonDistribution({
      weights: parts.map(({ weight }) => weight / total),
      locations: parts.map(({ location }) => location),
      scales: parts.map(({ scale }) => scale),
    })
  })
}

describe('the distribution of a horizon', () => {
  const drawn = drawnMixtures(40)

  it('has percentiles that are the inverse of its survival function', () => {
    for (const one of drawn)
      for (const share of [0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99]) {
        const survival = Math.exp(one.logSurvival(one.percentile(share)))
        expect(survival).toBeCloseTo(1 - share, 5)
      }
  })

  it('has a density that is the slope of its survival function', () => {
    const survivalAt = (one: HorizonDistribution, y: number) =>
      Math.exp(one.logSurvival(Math.expm1(y)))
    for (const one of drawn)
      for (const y of [4, 5.5, 7, 9]) {
        const slope = (survivalAt(one, y - 1e-5) - survivalAt(one, y + 1e-5)) / 2e-5
        expect(Math.exp(one.logDensity(Math.expm1(y)))).toBeCloseTo(slope, 3)
      }
  })

  it('has no negative percentile', () => {
    expect(HorizonDistribution.around(-3, 0.5).percentile(0.5)).toBe(0)
  })

  it('has no overflow far from its middle', () => {
    const narrow = HorizonDistribution.around(2, 0.02)
    expect(narrow.logSurvival(1e9)).toBeLessThan(-900)
    expect(narrow.logDensity(1e9)).toBeGreaterThan(-Infinity)
    expect(softplus(1000)).toBe(1000)
    expect(softplus(-1000)).toBe(0)
    expect(softplus(0)).toBeCloseTo(Math.LN2, 12)
  })
})
