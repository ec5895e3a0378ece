import seedrandom from 'seedrandom'
import { describe, expect, it } from 'vitest'
import { HorizonDistribution } from '#selector/models/horizon-distribution'
import { fitWidths, type Unseen, widthOf } from '#selector/models/widths'

const NAMES = ['estimate', 'search.needed', 'source.block']
const [SEARCH, BLOCK] = [1, 2]
const MIDDLE = 6
const TOLD = 0.2

/** Samples whose horizons are spread by a factor around the predicted median. */
function unseen(count: number, feature: number, times: number, patience = Infinity): Unseen[] {
  const chance = seedrandom(`widths ${feature}`)
  return Array.from({ length: count }, () => {
    const share = chance()
    const ticks = Math.expm1(MIDDLE + times * TOLD * Math.log(share / (1 - share)))
    return {
      features: NAMES.map((_, place) => Number(place === feature)),
      ticks: Math.min(ticks, patience),
      isCensored: ticks > patience,
      skill: 'mine',
      item: 'log',
      estimate: 100,
      trial: 'one',
      predicted: HorizonDistribution.around(MIDDLE, TOLD),
    }
  })
}

describe('width factors', () => {
  it('are fitted to each kind of choice separately', () => {
    const widths = fitWidths([...unseen(400, SEARCH, 3), ...unseen(400, BLOCK, 1)], NAMES)
    expect(widthOf(widths, [0, 1, 0])).toBeCloseTo(3, 0)
    expect(widthOf(widths, [0, 0, 1])).toBeCloseTo(1, 0)
    expect(widthOf(widths, [0, 0, 0])).toBe(1)
    // A kind without samples has no factor.
    expect(fitWidths(unseen(9, BLOCK, 1), NAMES).map(({ feature }) => feature)).toEqual([BLOCK])
  })

  it('are those of the first flag that is set', () => {
    const names = ['search.tunnel', 'search.needed', 'source.animal', 'source.block']
    const samples = names.flatMap((_, place) =>
      unseen(5, place, 1).map((one) => ({
        ...one,
        features: names.map((_, other) => Number(other >= place)),
      })),
    )
    expect(fitWidths(samples, names).map(({ feature }) => feature)).toEqual([0, 1, 2, 3])
    expect(fitWidths(samples.slice(0, 5), names).map(({ feature }) => feature)).toEqual([0])
  })

  it('are fitted where most samples are censored', () => {
    const widths = fitWidths(unseen(400, SEARCH, 3, Math.exp(MIDDLE)), NAMES)
    expect(widthOf(widths, [0, 1, 0])).toBeCloseTo(3, 0)
  })

  it('stay close to 1 for few samples', () => {
    const widths = fitWidths(unseen(1, SEARCH, 3), NAMES)
    expect(Math.abs(Math.log(widthOf(widths, [0, 1, 0])))).toBeLessThan(0.6 * Math.log(3))
  })

  it('change the intervals and keep the median', () => {
    const told = HorizonDistribution.around(MIDDLE, TOLD)
    const wide = told.widened(2)
    expect(wide.percentile(0.5)).toBeCloseTo(told.percentile(0.5), 6)
    const spread = (one: HorizonDistribution) =>
      Math.log1p(one.percentile(0.9)) - Math.log1p(one.percentile(0.1))
    expect(spread(wide)).toBeCloseTo(2 * spread(told), 6)
  })
})
