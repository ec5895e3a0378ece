import { describe, expect, it } from 'vitest'
import { goalText } from '#goal/print'
import { readCall } from '#goal/repair/calls'
import { repairPlan } from '#goal/repair/repair'
import { language } from '../support/language.ts'

/** The goals of an answer, and the problems of steps that were left out. */
function read(text: string): string[] {
  const plan = repairPlan(language, text)
  return plan.ok ? [...plan.goals.map(goalText), ...plan.problems] : [plan.error.message]
}

const LOGS = 'mine({log:3}, null)'
const STONE = "mine({cobblestone:2}, 'wooden_pickaxe')"

describe('an argument', () => {
  it.each([
    ...['obj', 'object', 'objects', 'target', 'item', 'items', 'goal', 'goals', 'result'],
    ...['output', 'product', 'block', 'entity', 'mob', 'what', 'TARGET'],
  ])('named %s is the target', (key) => {
    expect(read(`mine(${key}={'log':3})`)).toEqual([LOGS])
  })

  it.each([
    ...['materials', 'material', 'using', 'input', 'inputs', 'ingredient', 'ingredients', 'from'],
    ...['recipe', 'cost', 'require', 'requires', 'consume', 'consumes', 'fuel'],
  ])('named %s is the materials', (key) => {
    expect(read(`craft({'stick':4}, ${key}={'planks':2})`)).toEqual([
      'craft({stick:4}, {planks:2}, null)',
    ])
  })

  it.each(['tool', 'with', 'on', 'in', 'station', 'platform', 'at', 'equipment', 'using_tool'])(
    'named %s is the tool',
    (key) => {
      expect(read(`mine({'cobblestone':2}, ${key}='stone pick')`)).toEqual([
        "mine({cobblestone:2}, 'stone_pickaxe')",
      ])
      expect(read(`mine({'cobblestone':2}, ${key}={'stone_pickaxe':1})`)).toEqual([
        "mine({cobblestone:2}, 'stone_pickaxe')",
      ])
    },
  )

  it.each(['count', 'num', 'number', 'quantity', 'amount', 'qty', 'n'])(
    'named %s is the count',
    (key) => {
      expect(read(`mine('log', ${key}=3)`)).toEqual([LOGS])
      expect(read(`mine('log', ${key}=" Three ")`)).toEqual([LOGS])
    },
  )

  it.each([
    ...['toolbox', 'my_tool', 'counter', 'recount', 'items_near', 'reason', 'input_file'],
    ...['my_item', 'no_fuel'],
  ])('named %s is ignored', (key) => {
    expect(read(`mine('log', ${key}=7)`)).toEqual(['mine({log:1}, null)'])
    expect(read(`mine({'log':3}, ${key}='stone_pickaxe')`)).toEqual([LOGS])
    expect(read(`mine('log', 3, ${key}={'sand':5})`)).toEqual([LOGS])
    expect(read(`mine('log', 3, ${key}=7)`)).toEqual([LOGS])
    expect(read(`craft({'stick':4}, ${key}={'planks':2})`)).toEqual(['craft({stick:4}, null)'])
  })

  it.each([
    ["craft({'chest':1}, {'planks':8}, 'X')", 'crafting_table', 'table', 'bench', 'craft table'],
    ["craft({'chest':1}, {'planks':8}, 'X')", 'crafting_table', 'Crafting', 'crafting_table'],
    ["smelt({'glass':1}, {'sand':1}, 'X')", 'furnace', 'oven', 'Stove', 'furnace'],
  ])('%s names the %s', (call, station, ...names) => {
    for (const name of names)
      expect(read(call.replace('X', name))).toEqual([
        goalText({
          ...{ skill: call.slice(0, 5), tool: station },
          ...(call.startsWith('craft')
            ? { target: { chest: 1 }, using: { planks: 8 } }
            : { target: { glass: 1 }, using: { sand: 1 } }),
        }),
      ])
  })

  it.each([
    ...['hand', 'hands', 'fist', 'fists', 'bare hand', 'bare_hands', 'inventory', 'none', 'null'],
    ...['nothing', 'no tool', ''],
  ])('%j is no tool', (name) => {
    expect(read(`mine({'Log':3}, '${name}')`)).toEqual([LOGS])
  })

  it('without a name is the target, then the materials or the tool', () => {
    expect(read("craft('stick', {'planks':2}, 4)")).toEqual(['craft({stick:4}, {planks:2}, null)'])
    expect(read("craft({'stick':4}, {'planks':1}, {'planks':1}, 'table')")).toEqual([
      "craft({stick:4}, {planks:2}, 'crafting_table')",
    ])
    expect(read("mine({'log':2, 'sand':1}, 7)")).toEqual(['mine({log:2, sand:1}, null)'])
    expect(read("mine({'log':2}, 7)")).toEqual(['mine({log:2}, null)'])
    expect(read("mine({'log':1, 'sand':1}, 7)")).toEqual(['mine({log:1, sand:1}, null)'])
    expect(read("mine(None, 'log', 3)")).toEqual([LOGS])
    expect(read("mine('cobblestone', None, 2)")).toEqual(['mine({cobblestone:2}, null)'])
    expect(read("mine('cobblestone', None, tool='stone_pickaxe')")).toEqual([
      "mine({cobblestone:1}, 'stone_pickaxe')",
    ])
  })
})

describe('arguments', () => {
  it('of one kind add up', () => {
    expect(read("mine(target={'log':3}, items={'sand':1})")).toEqual([
      'mine({log:3, sand:1}, null)',
    ])
  })

  it('that name a count have no count from anything but a number', () => {
    expect(read("mine('log', count={'log':3})")).toEqual(['mine({log:1}, null)'])
    expect(read("mine('log', count='plenty')")).toEqual(['mine({log:1}, null)'])
  })
})

describe('a function', () => {
  it.each([
    ["mine_log({'birch_log':2})", 'mine({birch_log:2}, null)'],
    ["mineBlock(bot, 'Log', 3)", LOGS],
    ["craft_item('anvil', 1)", 'craft({anvil:1}, null)'],
    ['craft_anvil(num=2)', 'craft({anvil:2}, null)'],
    ["mine_the_blocks('log', 3)", LOGS],
    ["hunt_mobs('cow', 2)", 'hunt({beef:2}, null)'],
    ["hunt_a_mob('cow')", 'hunt({beef:1}, null)'],
    ["collect_things('log', 3)", LOGS],
    ["gatherGoals('log', 3)", LOGS],
    ["collectThing('log', 3)", LOGS],
    ["gather_goal('log', 3)", LOGS],
    // Only whole words name no item.
    ["mine_obsidian('iron_pickaxe', 2)", "mine({obsidian:2}, 'iron_pickaxe')"],
    ["mine_cobblestone('stone_pickaxe')", "mine({cobblestone:1}, 'stone_pickaxe')"],
  ])('%s is %s', (call, goal) => {
    expect(read(call)).toEqual([goal])
  })

  it('without an item has a fixed one, or is not used', () => {
    expect(read(`sleep()\nmine()\n${STONE}`)).toEqual(['sleep({bed:1}, null)', STONE])
    expect(read("sleep('anywhere')")).toEqual(['sleep({bed:1}, null)'])
    expect(read("mine({}, 'stone_pickaxe')")).toEqual(['mine without a target such as {log:3}'])
  })

  it('that is unknown is the goal most similar to it, next to a known one', () => {
    expect(read(`${STONE}; sharpen({'wooden pickaxe':2})`)).toEqual([
      STONE,
      'craft({wooden_pickaxe:2}, null)',
    ])
    expect(read(`${STONE}; zapEverything${'x'.repeat(60)}({'blorbium':2})`)).toEqual([
      STONE,
      `no skill 'zapEverything${'x'.repeat(27)}'`,
    ])
  })

  it('that mentions no tool gathers with the weakest that suffices', () => {
    expect(read("mine('cobblestone', 2)")).toEqual([STONE])
    expect(read("hunt('string', 2)")).toEqual(["hunt({string:2}, 'wooden_sword')"])
    expect(read("craft('chest', 1)")).toEqual(['craft({chest:1}, null)'])
  })

  it('of a program may have truth values, which mean nothing', () => {
    const args = ['log', true, 3, false].map((value) => ({ key: null, value }))
    expect(readCall(language, 'mine', args)).toMatchObject({
      goal: { target: { log: 3 }, tool: null },
    })
  })

  it('names an unknown item in few characters', () => {
    expect(read(`mine('${'qx'.repeat(30)}', 3)`)).toEqual([
      expect.stringMatching(/^no item '(?:qx){20}' in/),
    ])
  })
})
