import { describe, expect, it } from 'vitest'
import { goalText } from '#goal/print'
import { repairPlan } from '#goal/repair/repair'
import { language } from '../support/language.ts'

function read(text: string): string[] {
  const plan = repairPlan(language, text)
  return plan.ok ? plan.goals.map(goalText) : [plan.error.kind]
}

const LOGS = 'mine({log:3}, null)'
const STICKS = 'craft({stick:4}, null)'

describe('a step in plain words', () => {
  it.each([
    ...['1. Mine 3 logs', '(12) mine 3 logs', '123) Mine 3 logs', '12: mine 3 logs'],
    ...['- Mine 3 logs.', '* **Mine 3 logs**', '• mine `3` logs', '+ Mine 3 "logs"'],
    ...['> Mine 3 logs', 'Plan:\n## Mine 3 logs', 'Step 1: Mine 3 logs', 'STEP #12 - mine 3 logs'],
    ...[
      'Step 1 mine 3 logs',
      'Goal 2. mine 3 logs',
      'action3) mine 3 logs',
      '  - [ok]. Mine 3 logs',
      '1.2. mine 3 logs',
    ],
    ...['First, you should mine 3 logs', 'Now please go and mine 3 logs', '_Mine_ 3 _logs_,'],
    ...['Mine 3 logs so that we can build', 'Mine 3 logs (any wood, 40 of them)', "mine 3 'logs';"],
    ...['Mine 3 logs; that is all', 'Mine 3 logs by hand', 'mine 3 logs: they are near'],
    ...['Mine 3 logs with bare hands', 'Mine  3   logs', 'You need to start by mining 3 logs'],
  ])('%j', (text) => {
    expect(read(text)).toEqual([LOGS])
  })

  it('is one of several in a sentence, each with its verb', () => {
    expect(read('Mine 3 logs, then craft 4 sticks.')).toEqual([LOGS, STICKS])
    expect(read('Mine 3 logs and craft 4 sticks and 2 torches')).toEqual([
      LOGS,
      'craft({stick:4, torch:2}, null)',
    ])
    expect(read('Walk to a tree, mine 3 logs, and go to sleep.')).toEqual([
      LOGS,
      'sleep({bed:1}, null)',
    ])
    // A verb within a clause is a noun.
    expect(read('Craft a fishing rod')).toEqual(['craft({fishing_rod:1}, null)'])
  })

  it('is one of the listed lines, where there is a list', () => {
    expect(read('Mine wood for a start\n1. Mine 3 logs\n\n2. Craft 4 sticks\nMine on.')).toEqual([
      LOGS,
      STICKS,
    ])
    expect(read('Mine 3 logs\n\nCraft 4 sticks')).toEqual([LOGS, STICKS])
  })

  it('is a heading, where an answer has nothing else', () => {
    expect(read('## 1. Mine 3 logs\n\n## 2. Craft 4 sticks')).toEqual([LOGS, STICKS])
    expect(read('# Mine 3 logs')).toEqual([LOGS])
    // With goals, a line that begins so is a comment.
    expect(read('# Craft 4 sticks\nmine({log:3}, null);')).toEqual([LOGS])
    expect(read('# Nothing is left to do')).toEqual(['no-goals'])
  })

  it.each([
    ['Craft 4 sticks from 2 planks', 'craft({stick:4}, {planks:2}, null)'],
    ['Craft 4 sticks out of 2 planks', 'craft({stick:4}, {planks:2}, null)'],
    ['Craft 4 sticks using 2 planks', 'craft({stick:4}, {planks:2}, null)'],
    ['Craft 1 chest with 8 planks', 'craft({chest:1}, {planks:8}, null)'],
    ['Craft a chest from 8 planks at the table', "craft({chest:1}, {planks:8}, 'crafting_table')"],
    ['Craft a chest on my workbench', "craft({chest:1}, 'crafting_table')"],
    ['Craft a chest in a crafting_table', "craft({chest:1}, 'crafting_table')"],
    ['Mine 2 cobblestone by hand', 'mine({cobblestone:2}, null)'],
    ['Hunt 2 rabbit as food', 'hunt({rabbit:2}, null)'],
    ['Turn 3 logs into planks', 'craft({planks:3}, {log:3}, null)'],
    ['Convert 3 logs to 12 planks', 'craft({planks:12}, {log:3}, null)'],
    ['Smelt 2 sand into glass in your oven', "smelt({glass:2}, {sand:2}, 'furnace')"],
    ['Mine 2 cobblestone using an iron pickaxe', "mine({cobblestone:2}, 'iron_pickaxe')"],
  ])('%s', (text, goal) => {
    expect(read(text)).toEqual([goal])
  })

  it.each([
    ['Hunt 2 cows or pigs', 'hunt({beef:2}, null) or hunt({porkchop:2}, null)'],
    ['Hunt 2 cows or rabbits', 'hunt({beef:2}, null) or hunt({rabbit:2}, null)'],
    ['Hunt 2 cows or 3 pigs', 'hunt({beef:2}, null) or hunt({porkchop:3}, null)'],
    ['Hunt a cow, a pig or blorbium', 'hunt({beef:1}, null) or hunt({porkchop:1}, null)'],
    ['Hunt some cows,pigs or sheep', MEATS()],
    ['Hunt 2 cows or more', 'hunt({beef:2}, null)'],
  ])('%s', (text, goal) => {
    expect(read(text)).toEqual([goal])
  })
})

it('a part of a list that names no item is no problem', () => {
  const plan = repairPlan(language, 'Hunt 2 cows or blorbium')
  expect(plan).toMatchObject({ ok: true, problems: [] })
})

function MEATS(): string {
  return ['beef', 'porkchop', 'mutton'].map((meat) => `hunt({${meat}:1}, null)`).join(' or ')
}

describe('a line that is like a goal', () => {
  it.each([
    ['3 oak trunks', 'mine({oak_log:3}, null)'],
    ['12 oak trunks', 'mine({oak_log:12}, null)'],
    ['one pickaxe, wooden', 'craft({wooden_pickaxe:1}, null)'],
    ['2 fresh units of coal', "mine({coal:2}, 'wooden_pickaxe')"],
  ])('%s', (text, goal) => {
    expect(read(text)).toEqual([goal])
  })

  it('is named where it is like none', () => {
    expect(repairPlan(language, 'Quux frobs\n123 45')).toEqual({
      ok: false,
      error: { kind: 'unreadable', message: "'Quux frobs' is no goal" },
    })
    const long = `${'q'.repeat(50)} ${'z'.repeat(50)}`
    expect(repairPlan(language, long)).toMatchObject({
      error: { message: `'${long.slice(0, 60)}' is no goal` },
    })
  })

  it('has from two to eight words', () => {
    expect(read('cobblestone')).toEqual(['no-goals'])
    expect(read('a new fresh some more of each coal')).toEqual(["mine({coal:1}, 'wooden_pickaxe')"])
    expect(read('a new fresh some more of each the coal')).toEqual(['no-goals'])
  })
})
