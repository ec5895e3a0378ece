import { describe, expect, it } from 'vitest'
import { deriveResult } from '#trial/result'
import {
  differenceInterval,
  median,
  pairedDifferenceInterval,
  wilsonInterval,
} from '#trial/statistics'
import { summarize, summarizeByTask } from '#trial/summary'
import { sampleLog, sampleSettings } from '../support/sample-events.ts'

/** The bounds are the rates p for which the seen rate lies 1.96 standard errors, at p, away. */
function boundsBySearch(successes: number, trials: number): [number, number] {
  const seen = successes / trials
  const distance = (p: number) => Math.abs(seen - p) - 1.959964 * Math.sqrt((p * (1 - p)) / trials)
  const search = (inside: number, outside: number) => {
    let [near, far] = [inside, outside]
    for (let i = 0; i < 60; i++) {
      const middle = (near + far) / 2
      if (distance(middle) <= 0) near = middle
      else far = middle
    }
    return near
  }
  return [search(seen, 0), search(seen, 1)]
}

describe("Wilson's interval", () => {
  it.each([
    [27, 30],
    [18, 30],
    [1, 30],
    [5, 10],
    [399, 1000],
  ])('of %i in %i is where the score test turns', (successes, trials) => {
    const [low, high] = wilsonInterval(successes, trials)
    const [expectedLow, expectedHigh] = boundsBySearch(successes, trials)
    expect(low).toBeCloseTo(expectedLow, 5)
    expect(high).toBeCloseTo(expectedHigh, 5)
  })

  it('has the published values for none and all of ten', () => {
    expect(wilsonInterval(0, 10)[0]).toBe(0)
    expect(wilsonInterval(0, 10)[1]).toBeCloseTo(0.2775, 4)
    expect(wilsonInterval(10, 10)[0]).toBeCloseTo(0.7225, 4)
    expect(wilsonInterval(10, 10)[1]).toBeCloseTo(1, 10)
    expect(wilsonInterval(0, 0)).toEqual([0, 1])
  })
})

describe("Newcombe's interval of a difference", () => {
  it('has the values of the example that he published', () => {
    const [low, high] = differenceInterval(
      { successes: 48, trials: 80 },
      { successes: 56, trials: 70 },
    )
    expect(low).toBeCloseTo(0.0524, 4)
    expect(high).toBeCloseTo(0.3339, 4)
  })

  it('changes its sign with the order, and is undefined without trials', () => {
    const [one, other] = [
      { successes: 3, trials: 9 },
      { successes: 7, trials: 8 },
    ]
    const [low, high] = differenceInterval(one, other)
    const [back, forth] = differenceInterval(other, one)
    expect([-forth, -back]).toEqual([low, high])
    const none = { successes: 0, trials: 0 }
    expect(differenceInterval(none, none)).toEqual([-1, 1])
  })
})

describe('the median', () => {
  it('is the middle value', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([4, 1, 3, 2])).toBe(2.5)
    expect(median([7])).toBe(7)
    expect(median([])).toBeNull()
  })
})

describe('a summary', () => {
  const result = (seed: number, task: string, milestones: [string, number][]) =>
    deriveResult(
      sampleLog({ ...sampleSettings, seed, task }, [
        ...milestones.map(([name, tick]) => [tick, { type: 'milestone', name }] as const),
        [150, { type: 'death', cause: 'lava', position: { x: 0, y: 0, z: 0 } }],
        [200, { type: 'trial-end', end: 'limit', detail: '' }],
      ]),
    )
  const results = [
    result(1, 'craft_sticks', [
      ['log', 10],
      ['stick', 30],
    ]),
    result(2, 'craft_sticks', [
      ['log', 20],
      ['stick', 50],
    ]),
    result(3, 'craft_sticks', [['log', 90]]),
    result(1, 'craft_bowl', []),
  ]

  it('counts successes, milestones and deaths', () => {
    const summary = summarize('all', results)
    expect(summary).toMatchObject({ trials: 4, successes: 2, successRate: 0.5, deaths: 4 })
    expect(summary.interval).toEqual(wilsonInterval(2, 4))
    expect(summary.milestones).toEqual([
      { name: 'log', reached: 3, medianTick: 20 },
      { name: 'stick', reached: 2, medianTick: 40 },
    ])
    expect(summary.ends).toEqual({ limit: 4 })
  })

  it('also exists for each task', () => {
    expect(summarizeByTask(results).map(({ task, trials }) => [task, trials])).toEqual([
      ['craft_sticks', 3],
      ['craft_bowl', 1],
    ])
  })
})

describe('the interval of a difference over the same trials', () => {
  it('is that of Bonett and Price', () => {
    const [low, high] = pairedDifferenceInterval({ trials: 200, firstOnly: 10, secondOnly: 40 })
    expect(low).toBeCloseTo(0.0816, 3)
    expect(high).toBeCloseTo(0.2154, 3)
  })

  it('is narrower than for unpaired trials if most pairs agree, and contains zero', () => {
    const paired = pairedDifferenceInterval({ trials: 100, firstOnly: 4, secondOnly: 4 })
    const [low, high] = differenceInterval(
      { successes: 50, trials: 100 },
      { successes: 50, trials: 100 },
    )
    expect(paired[0]).toBeCloseTo(-paired[1], 9)
    expect(paired[1] - paired[0]).toBeLessThan((high - low) / 2)
  })
})
