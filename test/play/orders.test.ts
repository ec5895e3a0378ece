import seedrandom from 'seedrandom'
import { describe, expect, it } from 'vitest'
import { registryFor } from '#knowledge/registry'
import type { OrderContext } from '#play/order-spec'
import { ORDER_NAMES, orderSpec, orderTitle, parseOrder } from '#play/orders'
import { chosen, nearestExamples, questionText, type Reading, readOrders } from '#play/read-orders'
import { goalLanguage } from '#skills/library'
import { longIt } from '../support/versions.ts'

const VERSIONS = ['1.12.2', '1.16.5', '1.21.4']

function contextOf(version: string, change: Partial<OrderContext> = {}): OrderContext {
  return {
    language: goalLanguage(registryFor(version)),
    held: { stone_pickaxe: 1, iron_pickaxe: 1, cobblestone: 30, oak_log: 3, torch: 5 },
    places: ['home', 'iron mine', 'the mine', 'mine'],
    players: ['Ann', 'Ben'],
    people: ['Ann'],
    speaker: 'Ann',
    schematics: ['bridge', 'hut', 'watchtower'],
    ...change,
  }
}

const CONTEXT = contextOf('1.16.5')

/** The orders of a line, for people. */
function titles(text: string, context = CONTEXT): string[] | string {
  const reading = readOrders(text, context)
  if (reading.type === 'question') return questionText(reading)
  return reading.type === 'orders' ? reading.orders.map(orderTitle) : 'nothing'
}

describe('the grammar of orders', () => {
  it('reads every example of every order as that order, on every version', () => {
    for (const version of VERSIONS) {
      const context = contextOf(version)
      const wrong = ORDER_NAMES.flatMap((name) =>
        orderSpec(name).examples.filter((example) => {
          const reading = readOrders(example, context)
          // A choice between carried items is a question.
          if (reading.type === 'question')
            return !reading.options.every(({ orders }) => orders[0]?.name === name)
          return reading.type !== 'orders' || reading.orders[0]?.name !== name
        }),
      )
      expect(wrong).toEqual([])
    }
  })

  it.each([
    ['get me 3 iron ingots', ['bring 3 iron ingots to Ann']],
    ['Could you please bring 16 torches, Thanks!', ['bring 16 torches to Ann']],
    ['put the cobblestone in the chest', ['put all cobblestone in a chest']],
    ['give me the iron one', ['give 1 iron pickaxe to Ann']],
    ['get a stack of cobble', ['get 64 cobblestone']],
    ['a dozen eggs', 'nothing'],
    ['get a dozen eggs', ['get 12 eggs']],
    ['get 3 logs and 2 torches', ['get 3 logs', 'get 2 torches']],
    ['bring 16 torches then come', ['bring 16 torches to Ann', 'come to Ann']],
    [
      'bring me 2 planks and a chest and come',
      ['bring 2 planks to Ann', 'bring 1 chest to Ann', 'come to Ann'],
    ],
    ['get flint and steel', ['get 1 flint and steel']],
    ['mine 3 stone', ['get 3 cobblestone']],
    ['smelt 2 iron ore', ['get 2 iron ingots']],
    ['kill 2 zombies', ['get 2 more rotten flesh']],
    ['get some more wood', ['get 8 more logs']],
    ['go to 100 64 -20', ['go to 100 64 -20']],
    ['go to 100, -20', ['go to 100 ~ -20']],
    [
      'mine({log:3}, null); craft({stick:4}, {planks:2})',
      ['mine({log:3}, null)', 'craft({stick:4}, {planks:2}, null)'],
    ],
    ['where are the diamonds', ['say where I saw diamond_ore']],
    ['where is the iron', ['say where I saw iron_ore']],
    ['wear constructor', 'I know no item called constructor.'],
    ['lol that was fun', 'nothing'],
    ['this is fun', 'nothing'],
    ['', 'nothing'],
  ])('%s', (text, expected) => {
    expect(titles(text)).toEqual(expected)
  })

  it('knows orders that come first, and those that replace the present one', () => {
    expect(readOrders('never mind, wood first', CONTEXT)).toMatchObject({
      first: true,
      instead: false,
    })
    expect(titles('never mind, wood first')).toEqual(['bring 8 logs to Ann'])
    expect(readOrders('no, come instead', CONTEXT)).toMatchObject({ first: false, instead: true })
    expect(titles('never mind')).toEqual(['cancel'])
    expect(readOrders('wood', CONTEXT)).toEqual({ type: 'nothing' })
  })

  it('offers the nearest names, and takes the answer', () => {
    const question = readOrders('get 5 diamnods', CONTEXT) as Extract<Reading, { type: 'question' }>
    expect(questionText(question)).toBe('Which diamnods do you mean? Say yes for diamond.')
    expect(chosen('yes', question)?.map(orderTitle)).toEqual(['get 5 diamonds'])
    expect(chosen('banana', question)).toBeNull()
    expect(nearestExamples('folow me')).toContain('follow me')
    expect(nearestExamples('thanks')).toEqual([])
    expect(nearestExamples('hi')).toEqual([])
    expect(nearestExamples('go to hoem')).toContain('go to bed')
  })

  it('asks which one of several it should take', () => {
    const question = readOrders('give me the pickaxe', CONTEXT) as Extract<
      Reading,
      { type: 'question' }
    >
    expect(questionText(question)).toBe(
      'Which pickaxe do you mean? 1 stone_pickaxe, 2 iron_pickaxe',
    )
    for (const answer of ['the iron one', '2', 'iron pickaxe', 'Iron!'])
      expect(chosen(answer, question)?.map(orderTitle)).toEqual(['give 1 iron pickaxe to Ann'])
    expect(chosen('pickaxe', question)).toBeNull()
    expect(chosen('3', question)).toBeNull()
    expect(
      titles('give me the pickaxe', contextOf('1.16.5', { held: { stone_pickaxe: 1 } })),
    ).toEqual(['give 1 stone pickaxe to Ann'])
  })

  it('asks back for unknown places and players, and for what the terminal cannot mean', () => {
    expect(titles('go to the farm')).toMatch(/^I know no place called farm. I know: home/)
    expect(titles('go home', contextOf('1.16.5', { places: [] }))).toMatch(/say "this is home"/)
    expect(titles('give 5 torches to steve')).toBe('I know no player called steve.')
    expect(titles('come', contextOf('1.16.5', { speaker: null }))).toMatch(/Name one, as in/)
  })

  it('asks for another number where it cannot get that many', () => {
    for (const line of ['get 0 logs', 'get -3 logs', 'get me 1000000 torches', 'get 9999999 dirt'])
      expect(titles(line)).toBe('Name a number from 1 to 2304.')
    expect(titles('get 2304 dirt')).toEqual(['get 2304 dirt'])
  })

  it('names the player or the place that it does not know', () => {
    expect(titles('bring Bob some bread')).toBe('I know no player called bob.')
    expect(titles('give Bob 5 torches')).toBe('I know no player called bob.')
    expect(titles('bring oka planks')).toMatch(/^Which oka planks do you mean/)
    expect(titles('where is Bob')).toBe('I know no player, place or block called bob.')
    expect(titles('where is the iron mine')).toEqual(['say where iron mine is'])
    expect(titles('forget the gold mine')).toBe('I know no place called gold mine. I know: mine.')
    expect(titles('forget the gold mine', contextOf('1.16.5', { places: [] }))).toBe(
      'I know no place called gold mine.',
    )
  })

  it('attacks no players, and says so', () => {
    expect(titles('attack Ben')).toBe('I attack no players.')
    expect(titles('kill me')).toBe('I attack no players.')
    expect(titles('kill steve')).toBe('I know no animal or monster called steve.')
    expect(titles('kill the zombie')).toEqual(['get 1 more rotten flesh'])
    expect(titles('hunt some porkchops')).toEqual(['get 8 porkchops'])
  })

  it('asks back where one line gives orders that contradict each other', () => {
    expect(titles('get 3 logs, then leave')).toBe(
      'I would leave at once. Say it again when the rest is done.',
    )
    expect(titles('follow me and get 3 logs')).toBe(
      'I can follow Ann only until another order comes. Which one do you want?',
    )
    expect(titles('get 3 logs, then follow me')).toEqual(['get 3 logs', 'follow Ann'])
    expect(titles('stop and come here')).toEqual(['stop', 'come to Ann'])
  })

  it('writes and reads its orders', () => {
    const reading = readOrders('bring 16 torches', CONTEXT)
    const [bring] = reading.type === 'orders' ? reading.orders : []
    expect(bring?.name).toBe('bring')
    expect(parseOrder(JSON.parse(JSON.stringify(bring)))).toEqual(bring)
    for (const damaged of [
      null,
      3,
      {},
      { name: 'bring' },
      { name: 'bring', args: { item: '../x' } },
      { name: 'toString', args: {} },
    ])
      expect(parseOrder(damaged)).toBeNull()
  })

  longIt(
    'gives orders, a question or nothing for any text, within bounds, and never throws',
    () => {
      const random = seedrandom('orders')
      const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
      const words = [
        ...ORDER_NAMES.flatMap((name) =>
          orderSpec(name).examples.flatMap((text) => text.split(' ')),
        ),
        ...[
          'and',
          'then',
          ',',
          ';',
          'first',
          'instead',
          'never mind',
          '(',
          '{',
          "'",
          '"',
          '\\',
          '/',
          '\n',
          '\0',
        ],
        ...[
          '-1',
          '0',
          '99999999999',
          '1e9',
          'NaN',
          '__proto__',
          'constructor',
          'undefined',
          '𝕬',
          '\u202e',
          'ß',
        ],
      ]
      const kinds = new Set<string>()
      for (let round = 0; round < 1000; round++) {
        const text = Array.from({ length: Math.floor(random() * 14) }, () => pick(words)).join(
          pick([' ', ' ', ' ', '']),
        )
        const reading = readOrders(text, CONTEXT)
        kinds.add(reading.type)
        if (reading.type === 'orders') {
          expect(reading.orders.length).toBeGreaterThan(0)
          expect(reading.orders.length).toBeLessThanOrEqual(8)
          for (const order of reading.orders)
            expect([text, parseOrder(order)]).toEqual([text, order])
        }
        if (reading.type === 'question') {
          expect(questionText(reading).length).toBeLessThan(500)
          for (const { orders } of reading.options)
            for (const order of orders) expect([text, parseOrder(order)]).toEqual([text, order])
          chosen(text, reading)
        }
        nearestExamples(text)
      }
      expect(kinds).toEqual(new Set(['orders', 'question', 'nothing']))
    },
  )
})
