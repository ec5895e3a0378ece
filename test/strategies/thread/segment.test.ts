import { describe, expect, it } from 'vitest'
import { readSegment } from '#strategies/thread/segment'

describe('a segment', () => {
  it.each([
    [
      "obj = 'plate'\nFirst, I need to find the {obj}. ",
      { kind: 'spawn', line: 'First, I need to find the {obj}.' },
    ],
    ['> go to {loc_i} ', { kind: 'act', action: 'go to {loc_i}' }],
    ["print('You have found the {obj}.')\nEND", { kind: 'end' }],
    ["print('You have found the {obj}.')\n#END#\nI need to find the apple.", { kind: 'end' }],
    // Servers omit a stop sequence at the end of an answer.
    ["print('You have found the {obj}.')", { kind: 'end' }],
    ['```\n> get 1 stick\n```\nThis gets me a stick.', { kind: 'act', action: 'get 1 stick' }],
    ['> get 1 stick\nGot 1 stick<=\n> get 2 diamond', { kind: 'act', action: 'get 1 stick' }],
    ["loc_i = likely_locations[0]\nobj = 'plate'", { kind: 'open' }],
    ['', { kind: 'open' }],
    ['>', { kind: 'spawn', line: '>' }],
    // Chat models add remarks, and repeat or invent what they are shown.
    ['I hope this helps!', { kind: 'open' }],
    ['The task is now complete.', { kind: 'open' }],
    ['Let me know if you need anything else.', { kind: 'open' }],
    ['Inventory: {oak_log:1}', { kind: 'open' }],
    ['I succeed on mine({log:1}, null). My inventory has {oak_log:1}.<=', { kind: 'open' }],
  ] as const)('closes with what it waits for: %j', (answer, closing) => {
    expect(readSegment(answer).closing).toEqual(closing)
  })

  it('sets variables in the order of its lines, and none in a thought', () => {
    const text =
      "Since 1 is needed and 3 are made, once does.\ntimes = 1\nobj = 'a = b'\na == b is a thought\nI go on."
    expect(readSegment(text).statements.map((one) => one.kind === 'assign' && one.name)).toEqual([
      'times',
      'obj',
    ])
  })

  it('does not wait when it is cut off', () => {
    expect(readSegment('times = 2\nI need to fi', true)).toMatchObject({
      closing: { kind: 'open' },
      text: 'times = 2',
    })
  })
})
