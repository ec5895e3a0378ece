import { describe, expect, it } from 'vitest'
import { TrainingRanges } from '#selector/data/training-ranges'

const ranges = new TrainingRanges([
  { name: 'estimate', low: 2, high: 10 },
  { name: 'depth', low: -4, high: 4 },
  { name: 'rank', low: 0, high: 4 },
  { name: 'skill.fish', low: 0, high: 0 },
  { name: 'item.log', low: 0, high: 1 },
])

describe('the ranges of the training data', () => {
  it.each([
    ['within all ranges', [6, 0, 2, 0, 1], false],
    ['a quarter beyond three ranges', [12, 6, 5, 0, 0], false],
    ['a quarter below three ranges', [0, -6, -1, 0, 0], false],
    ['further beyond two ranges', [99, -99, 5, 0, 0], false],
    ['further beyond three ranges', [12.1, 6.1, 5.1, 0, 0], true],
    ['further below three ranges', [-0.1, -6.1, -1.1, 0, 0], true],
    ['of a skill without training data', [6, 0, 2, 1, 1], true],
  ])('tell that a state is unlike it: %s', (_, features, isFar) => {
    expect(ranges.isFar(features)).toBe(isFar)
  })

  it('limit what a network is given', () => {
    expect([...ranges.clamped([99, -99, 3, 1, -1])]).toEqual([10, -4, 3, 0, 0])
  })
})
