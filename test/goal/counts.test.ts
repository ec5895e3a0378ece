import { describe, expect, it } from 'vitest'
import { countFrom, countsFrom, readNumber, resolveCounts } from '#goal/repair/counts'
import { findMaps, type Loose } from '#goal/repair/values'
import { language } from '../support/language.ts'

/** The first map in a text, or the list under its key `list`. */
function valueIn(text: string): Loose {
  const [map = new Map<string, Loose>()] = findMaps(text)
  return map.get('list') ?? map
}

const counted = (value: Loose) => Object.fromEntries(countsFrom(value))

describe('counts in words', () => {
  it.each<[string, Record<string, number>]>([
    ['3 logs, two sticks and a stone', { logs: 3, sticks: 2, stone: 1 }],
    ['log; sand + 2 dirt & gravel', { log: 1, sand: 1, dirt: 2, gravel: 1 }],
    ['At least 3 logs', { logs: 3 }],
    ['up to 12 additional planks', { planks: 12 }],
    ['exactly two of the logs', { logs: 2 }],
    ['sixteen torches', { torches: 16 }],
    ['another log', { log: 1 }],
    ['4x oak log', { 'oak log': 4 }],
    ['x4 oak log', { 'oak log': 4 }],
    ['log x4', { log: 4 }],
    ['log x 4', { log: 4 }],
    ['logs: 4', { logs: 4 }],
    ['logs (4)', { logs: 4 }],
    ['  "oak_log" -- 2.5  ', { oak_log: 3 }],
    ['log, log and 2 log', { log: 4 }],
    // Only whole words are numbers or carry no meaning.
    ['golden apple', { 'golden apple': 1 }],
    ['torches: 4', { torches: 4 }],
    ['3 wheat seeds', { 'wheat seeds': 3 }],
    ['three', { three: 1 }],
    ['zero logs', {}],
    ['0 logs, -, 7', {}],
    ['5000 logs', { logs: 2304 }],
    ['2000 logs and 2000 logs', { logs: 2304 }],
    ['an anvil and a banana', { anvil: 1, banana: 1 }],
    ['', {}],
  ])('%j', (text, counts) => {
    expect(counted(text)).toEqual(counts)
  })
})

describe('counts in values', () => {
  it.each<[string, Record<string, number>]>([
    [
      "{'log': 3, 'stick': '4', 'sand': ' Two ', 'dirt': null}",
      { log: 3, stick: 4, sand: 2, dirt: 1 },
    ],
    ["{'log': 'many', 'sand': 0, 'dirt': -2}", {}],
    ["{4: 'stick', 12: 'planks'}", { stick: 4, planks: 12 }],
    ["{'item': 'log', 'count': 3}", { log: 3 }],
    ["{'count': ' Four ', 'type': 'log'}", { log: 4 }],
    ["{'name': 'log', 'count': 3}", { log: 3 }],
    ["{'item': 'log', 'min': 1, 'count': 3}", { log: 3 }],
    ["{'item': 'log'}", { log: 1 }],
    ["{'item': 'log', 'count': 'some more'}", { log: 1 }],
    ["{'item': 3}", { item: 3 }],
    // Names that only contain a key.
    ["{'item_frame': '2', 'snow_block': '3'}", { item_frame: 2, snow_block: 3 }],
    ["{'list': ['log', 3]}", { log: 3 }],
    ["{'list': [3, 'log', 2, 'sand']}", { log: 3, sand: 2 }],
    ["{'list': ['log', 'sand', 4]}", { log: 1, sand: 4 }],
    ["{'list': ['2 logs', ['sand', 2], {'dirt': 5}]}", { logs: 2, sand: 2, dirt: 5 }],
    ["{'list': [3, 4]}", {}],
  ])('%s', (text, counts) => {
    expect(counted(valueIn(text))).toEqual(counts)
  })

  it('are of at most 32 kinds', () => {
    const kinds = Array.from({ length: 40 }, (_, i) => `k${i}a`)
    const text = [...kinds, '3 k0a'].join(', ')
    expect(countsFrom(text).size).toBe(32)
    expect(countsFrom(text).get('k0a')).toBe(4)
    expect(countsFrom(text).has('k32a')).toBe(false)
  })
})

describe('numbers', () => {
  it.each([
    ['3', 3],
    ['3.25', 4],
    ['999999', 999999],
    ['zero', 0],
    ['one', 1],
    ['twelve', 12],
    ['a', 1],
    ['an', 1],
    ['any', 1],
    ['1000000', undefined],
    ['3x', undefined],
    ['x3', undefined],
    ['1.x', undefined],
    ['seventeen', undefined],
    ['', undefined],
  ])('%j is %s', (word, number) => {
    expect(readNumber(word)).toBe(number)
  })

  it('of items are whole, positive and at most those of an inventory', () => {
    expect([0.2, 1, 2304, 2305, Infinity].map(countFrom)).toEqual([1, 1, 2304, 2304, 2304])
    expect([0, -1, Number.NaN].map(countFrom)).toEqual([undefined, undefined, undefined])
  })
})

it('counts under two names of one item add up, within an inventory', () => {
  const counts = new Map([
    ['Logs', 3],
    ['trees', 2],
    ['sand', 2000],
    ['Sand', 2000],
    ['blorbium', 1],
  ])
  expect(resolveCounts(language, counts)).toEqual({
    counts: { log: 5, sand: 2304 },
    unknown: ['blorbium'],
  })
})
