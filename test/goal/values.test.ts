import { describe, expect, it } from 'vitest'
import { findCalls, findMaps, type Loose } from '#goal/repair/values'

/** A value with its maps as objects. */
function plain(value: Loose): unknown {
  if (value instanceof Map) return Object.fromEntries([...value].map(([k, v]) => [k, plain(v)]))
  return Array.isArray(value) ? value.map(plain) : value
}

/** The calls in a text: the name, then each argument, a named one as `{ '=name': value }`. */
function callsIn(text: string): unknown[] {
  return findCalls(text).map(({ name, args, closed }) => [
    name,
    ...args.map(({ key, value }) => (key === null ? plain(value) : { [`=${key}`]: plain(value) })),
    ...(closed ? [] : ['cut off']),
  ])
}

describe('calls in a text', () => {
  it.each<[text: string, calls: unknown[]]>([
    // Names and values of arguments.
    [
      `f(a=1, 'b': "x y", 3, KEY = None)`,
      [['f', { '=a': 1 }, { '=b': 'x y' }, 3, { '=key': null }]],
    ],
    ['f(a, b = [c, d])', [['f', 'a', { '=b': ['c', 'd'] }]]],
    ['f(3: 4, =5, x)', [['f', 3, 4, 5, 'x']]],
    [
      'f(false, nil, undefined, True, nullable, annul, isnull)',
      [['f', null, null, null, 'True', 'nullable', 'annul', 'isnull']],
    ],
    ['f(-2.5, word.x-y, `a b`, `c`)', [['f', -2.5, 'word.x-y', 'a b', 'c']]],
    // A string is no null, and a word ends before the next.
    ["f('null', a b)", [['f', 'null', 'a', 'b']]],
    // The name of a nested call stands for its result; a bracket after a string is a list.
    ['f(g(1, 2), h)', [['f', 'g', 'h']]],
    [`f([a=1, 'b': 2, (3, 4)])`, [['f', [1, 2, [3, 4]]]]],
    // Maps.
    ['f({a:{b:1}, c=2})', [['f', { a: { b: 1 }, c: 2 }]]],
    ['f({log 3, Stick: 4})', [['f', { log: 3, stick: 4 }]]],
    ['f({Stick: 4, log 3})', [['f', { stick: 4, log: 3 }]]],
    ['f([1, g(2), 3])', [['f', [1, 'g', 3]]]],
    ['f({log}, {sand, dirt:2})', [['f', { log: null }, { sand: null, dirt: 2 }]]],
    ['f({log: , sand:2})', [['f', { log: null, sand: 2 }]]],
    ['f({1:2, :3})', [['f', { 1: 2 }, 3]]],
    // Brackets that are missing or too many.
    [
      'f({a:1, b:2) g(1)',
      [
        ['f', { a: 1, b: 2 }],
        ['g', 1],
      ],
    ],
    [
      'f([1, 2) g(3)',
      [
        ['f', [1, 2]],
        ['g', 3],
      ],
    ],
    [
      'f({a:1; g(2)',
      [
        ['f', { a: 1 }],
        ['g', 2],
      ],
    ],
    [
      'f([1; g(2)',
      [
        ['f', [1]],
        ['g', 2],
      ],
    ],
    ['f([{a:1], 2)', [['f', [{ a: 1 }], 2]]],
    [
      'f({a:1\ng(2)',
      [
        ['f', { a: 1 }],
        ['g', 2],
      ],
    ],
    [
      'f([1,\ng(2)',
      [
        ['f', [1]],
        ['g', 2],
      ],
    ],
    ['f([1,\n2])', [['f', [1, 2]]]],
    ['f({a:1,\nb:2})', [['f', { a: 1, b: 2 }]]],
    ['f(1,\n2, g(3))', [['f', 1, 2, 'g']]],
    ['f({log:3 null)', [['f', { log: 3 }, null]]],
    ['f({log:3 {planks:2})', [['f', { log: 3 }, { planks: 2 }]]],
    ['f(}, 1)', [['f', 1]]],
    ['f(;) g(1)', [['f'], ['g', 1]]],
    ['f(1, 2', [['f', 1, 2, 'cut off']]],
    ['f(1, {a:', [['f', 1, { a: null }, 'cut off']]],
    // Calls and what is none.
    [
      'f(1) f(2)f(3)',
      [
        ['f', 1],
        ['f', 2],
        ['f', 3],
      ],
    ],
    [
      'f(1\ng (2)\nh  (3)',
      [
        ['f', 1],
        ['g', 2],
      ],
    ],
    ['f "g"(1)', []],
    [
      'function f(1); class k(2); def d(5); undef f(3); definition g(4)',
      [
        ['f', 3],
        ['g', 4],
      ],
    ],
    ['"def" f(1)', [['f', 1]]],
    [
      `it's f('x') and I don't g('y')`,
      [
        ['f', 'x'],
        ['g', 'y'],
      ],
    ],
    ['# f(1)\n// g(2)\nh(3) # i(4)', [['h', 3]]],
  ])('%j', (text, calls) => {
    expect(callsIn(text)).toEqual(calls)
  })

  it('have their place in the text', () => {
    const text = '1. f(1); g({a:2}'
    const places = findCalls(text).map(({ start, end }) => text.slice(start, end))
    expect(places).toEqual(['f(1)', 'g({a:2}'])
  })

  it('are read to a depth of eight brackets', () => {
    expect(callsIn(`f(${'['.repeat(10)}1${']'.repeat(10)}, 2)`)).toEqual([
      ['f', [[[[[[[[1]]]]]]]], 2],
    ])
  })
})

it('a map within maps is read to a depth of eight brackets', () => {
  const depth = (value: unknown): number =>
    value !== null && typeof value === 'object'
      ? 1 + Math.max(...Object.values(value).map(depth))
      : 0
  const [[, map] = []] = callsIn(`f(${'{a:'.repeat(20)}`) as unknown[][]
  expect(depth(map)).toBe(8)
})

describe('maps in a text', () => {
  it.each<[text: string, maps: unknown[]]>([
    ['{a:1} x {b:{c:2}} [{d:3}]', [{ a: 1 }, { b: { c: 2 } }, { d: 3 }]],
    ['{a:1 {b:2}', [{ a: 1 }, { b: 2 }]],
    ['{a:[1,2', [{ a: [1, 2] }]],
    [') } {e:5}', [{ e: 5 }]],
    ['nothing', []],
  ])('%j', (text, maps) => {
    expect(findMaps(text).map(plain)).toEqual(maps)
  })
})
