import seedrandom from 'seedrandom'
import { describe, expect, it } from 'vitest'
import type { Sample } from '#selector/data/sample'
import { splitByTrial, weightsOf } from '#selector/data/training-data'
import { FEATURES } from '#selector/features/features'
import { HorizonDistribution } from '#selector/models/horizon-distribution'
import { constantPredictor, estimatePredictor, linePredictor } from '#selector/training/baselines'
import { evaluate, medianFactorOff, rankCorrelation } from '#selector/training/evaluate'

function sample(ticks: number, more: Partial<Sample> = {}): Sample {
  return {
    features: [0],
    ticks,
    isCensored: false,
    skill: 'mine',
    item: 'log',
    estimate: 0,
    trial: 'one',
    ...more,
  }
}

/** A log-logistic distribution around log(100) with scale 1. */
const around99 = HorizonDistribution.around(Math.log(100), 1)

describe('a distribution of horizons', () => {
  it('has the percentiles of a log-logistic distribution: odds to the power of its scale', () => {
    expect(around99.percentile(0.5)).toBeCloseTo(99, 0)
    expect(around99.percentile(0.8) + 1).toBeCloseTo(400, -0.5)
    expect(around99.percentile(0.1) + 1).toBeCloseTo(100 / 9, 1)
  })

  it('has the density and the survival function of a log-logistic distribution', () => {
    expect(around99.logDensity(99)).toBeCloseTo(Math.log(1 / 4), 6)
    expect(around99.logDensity(399)).toBeCloseTo(Math.log(4 / 25), 6)
    expect(around99.logSurvival(399)).toBeCloseTo(Math.log(1 / 5), 6)
  })

  it('mixes', () => {
    const mixed = new HorizonDistribution({
      weights: [0.75, 0.25],
      locations: [Math.log(10), Math.log(1000)],
      scales: [0.02, 0.02],
    })
    expect(mixed.percentile(0.375) + 1).toBeCloseTo(10, 1)
    expect((mixed.percentile(0.875) + 1) / 1000).toBeCloseTo(1, 2)
    expect(mixed.logSurvival(99)).toBeCloseTo(Math.log(0.25), 6)
  })

  it('has percentiles that agree with its survival function', () => {
    const chance = seedrandom('percentiles')
    for (let times = 0; times < 300; times++) {
      // Some components are narrow and some wide: percentiles lie on steep and on flat parts.
      const parts = Array.from({ length: 12 }, () => ({
        location: 1 + 8 * chance(),
        lot: chance(),
      }))
      const total = parts.reduce((sum, { lot }) => sum + lot ** 4, 0)
      const mixed = new HorizonDistribution({
        weights: parts.map(({ lot }) => lot ** 4 / total),
        locations: parts.map(({ location }) => location),
        scales: parts.map(() => 0.02 + chance() ** 4),
      })
      for (const probability of [0.1, 0.25, 0.5, 0.75, 0.9]) {
        const ticks = mixed.percentile(probability)
        const below = (of: number) => 1 - Math.exp(mixed.logSurvival(of))
        const apart = 1e-6 * (1 + ticks)
        if (ticks > 0) expect(below(ticks - apart)).toBeLessThan(probability)
        expect(below(ticks + apart)).toBeGreaterThan(probability)
      }
    }
  })
})

describe('scores', () => {
  const by = (...samples: readonly Sample[]) => evaluate(samples, () => around99).overall

  it('count horizons within the intervals', () => {
    // The 50 % interval is 32.3 to 299 ticks, the 80 % interval 10.1 to 899.
    const all = [5, 20, 100, 250, 500, 2000].map((ticks) => sample(ticks))
    expect(by(...all)).toMatchObject({
      samples: 6,
      reached: 6,
      coverage50: 0.3333,
      coverage80: 0.6667,
    })
  })

  it('count a censored sample with the probability of ending within the interval', () => {
    const givenUp = (ticks: number) => by(sample(ticks, { isCensored: true }))
    // The survival function is 1 / (1 + (1 + t) / 100).
    expect(givenUp(950).coverage80).toBe(0)
    expect(givenUp(299).coverage80).toBeCloseTo((1 / 4 - 0.1) / (1 / 4), 3)
    expect(givenUp(299).coverage50).toBeCloseTo(0, 3)
    expect(givenUp(99).coverage50).toBeCloseTo((1 / 2 - 1 / 4) / (1 / 2), 3)
    expect(givenUp(0).coverage80).toBeCloseTo(0.8 / (1 / 1.01), 3)
    const reached = [sample(100), sample(100), sample(100)]
    expect(by(...reached, sample(950, { isCensored: true })).coverage80).toBe(0.75)
  })

  it('take the density of reached goals, and the survival of censored ones', () => {
    const likelihood = by(sample(99), sample(399, { isCensored: true })).negativeLogLikelihood
    expect(likelihood).toBeCloseTo((Math.log(4) + Math.log(5)) / 2, 4)
  })

  it('are given by skill and by group', () => {
    const samples = [
      sample(1, { item: 'log' }),
      sample(1, { item: 'iron_ore' }),
      sample(1, { skill: 'hunt', item: 'beef' }),
      sample(1, {
        ...{ skill: 'shear', item: 'wool' },
        features: FEATURES.map(({ name }) => Number(name === 'source.animal')),
      }),
    ]
    const { bySkill, byGroup } = evaluate(samples, () => around99)
    expect(Object.entries(bySkill).map(([name, { samples }]) => [name, samples])).toEqual([
      ['hunt', 1],
      ['mine', 2],
      ['shear', 1],
    ])
    expect(Object.entries(byGroup).map(([name, { samples }]) => [name, samples])).toEqual([
      ['logs', 1],
      ['iron ore', 1],
      ['animals', 2],
      ['animals, in sight', 1],
    ])
  })

  it('are null without samples', () => {
    expect(by()).toMatchObject({ samples: 0, coverage80: null, rankCorrelation: null })
    expect(by(sample(9, { isCensored: true })).medianFactorOff).toBeNull()
  })
})

describe('rank correlation', () => {
  it('depends on the ranks, not on the values', () => {
    expect(rankCorrelation([1, 2, 3], [10, 100, 99999])).toBe(1)
    expect(rankCorrelation([1, 2, 3], [3, 2, 1])).toBe(-1)
    // One minus six times the squares 1, 1, 1, 1 over 4 times 15.
    expect(rankCorrelation([1, 2, 3, 4], [2, 1, 4, 3])).toBeCloseTo(0.6)
  })

  it('gives equal values the mean of their ranks', () => {
    expect(rankCorrelation([1, 1, 2], [1, 2, 3])).toBeCloseTo(Math.sqrt(3) / 2)
    expect(rankCorrelation([1, 1, 1], [1, 2, 3])).toBeNull()
  })
})

describe('the median factor off', () => {
  it('is the same for twice and half as long', () => {
    expect(medianFactorOff([99, 99, 99], [49, 199, 99])).toBeCloseTo(2)
    expect(medianFactorOff([99, 99], [99, 399])).toBeCloseTo(2)
    expect(medianFactorOff([], [])).toBeNull()
  })
})

describe('baselines', () => {
  const line = Array.from({ length: 300 }, (_, index) => {
    const x = (index % 30) / 10
    const y = 2 + 2 * x + ((index % 7) - 3) / 20
    return sample(Math.expm1(y), { features: [x], estimate: Math.expm1(2 * x) })
  })
  const median = (of: typeof constantPredictor, at: Sample) =>
    Math.log1p(of(line)(at).percentile(0.5))

  it('predict around the median, the estimate, or a regression line', () => {
    const at = sample(0, { features: [1], estimate: Math.expm1(2) })
    expect(median(constantPredictor, at)).toBeCloseTo(4.9, 1)
    expect(median(estimatePredictor, at)).toBeCloseTo(4, 1)
    expect(median((training) => linePredictor(training, 0), at)).toBeCloseTo(4, 1)
  })

  it('expect longer horizons from censored samples', () => {
    const half = line.map((one, index) => ({ ...one, isCensored: index % 2 === 0 }))
    const censored = constantPredictor(half)(sample(0)).percentile(0.5)
    expect(censored).toBeGreaterThan(1.5 * constantPredictor(line)(sample(0)).percentile(0.5))
  })
})

describe('training data', () => {
  const samples = Array.from({ length: 60 }, (_, index) =>
    sample(index, { trial: `trial ${index % 12}`, skill: index < 48 ? 'mine' : 'shear' }),
  )

  it('is split by trials, none of which is in two parts', () => {
    const parts = splitByTrial(samples, 5, 1)
    const trials = parts.map((part) => [...new Set(part.map(({ trial }) => trial))])
    expect(trials.map(({ length }) => length)).toEqual([3, 3, 2, 2, 2])
    expect(new Set(trials.flat()).size).toBe(12)
    expect(parts.flat()).toHaveLength(60)
    expect(splitByTrial(samples, 5, 1)).toEqual(parts)
    expect(splitByTrial(samples, 5, 2)).not.toEqual(parts)
  })

  it('weights skills by the inverse square root of their number of samples', () => {
    const weights = weightsOf(samples)
    expect((weights[59] ?? 0) / (weights[0] ?? 0)).toBeCloseTo(2)
    expect(weights.reduce((sum, weight) => sum + weight, 0) / 60).toBeCloseTo(1)
  })
})
