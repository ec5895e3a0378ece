import seedrandom from 'seedrandom'
import { describe, expect, it } from 'vitest'
import { craftingChoices, fuelNeeded, smeltingChoice } from '#goal/choices'
import type { Goal, ItemCounts, PlannedGoal } from '#goal/goal'
import { missingStation, missingText } from '#goal/missing'
import { parsePlan } from '#goal/parse'
import { parseInventory, unknownItem } from '#goal/parse-inventory'
import { goalText, planText } from '#goal/print'
import { isReached } from '#goal/success'
import { goalOf as goal, language, planOf, registry } from '../support/language.ts'

/** A random goal as a planner might make it. */
function randomGoal(random: () => number): Goal {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const names = [...registry.itemNames, 'log', 'planks', 'wool']
  const counts = (least: number): ItemCounts =>
    Object.fromEntries(
      Array.from({ length: least + Math.floor(random() * 3) }, () => [
        pick(names),
        1 + Math.floor(random() * 64),
      ]),
    )
  const skill = pick(language.skills)
  const using = skill.takesMaterials ? counts(0) : {}
  return { skill: skill.name, target: counts(1), using, tool: random() < 0.5 ? null : pick(names) }
}

describe('the goal language', () => {
  it('reads back every plan that it prints', () => {
    const random = seedrandom('plans')
    for (let i = 0; i < 200; i++) {
      const plan = Array.from({ length: i % 7 }, (): PlannedGoal => {
        const or = Array.from({ length: Math.floor(random() * 4) }, () => randomGoal(random))
        return or.length > 0 ? { ...randomGoal(random), or } : randomGoal(random)
      })
      expect(parsePlan(language, planText(plan))).toEqual({ ok: true, goals: plan })
    }
  })

  it.each([
    'mine({log:3}, null)',
    "craft({stick:4}, {planks:2}, 'crafting_table')",
    "smelt({iron_ingot:3}, {iron_ore:3, coal:1}, 'furnace')",
    'hunt({beef:1}, null)',
    "shear({wool:3}, 'shears')",
    "hunt({porkchop:1}, null) or hunt({mutton:1}, null) or mine({wheat:3}, 'stone_hoe')",
  ])('prints %s as DEPS does', (text) => {
    expect(goalText(goal(text))).toBe(text)
  })

  it.each([
    ["mine({'log':3}, null); # step 1: mine 3 log without tool", 'mine({log:3}, null)'],
    ['mine(obj = {"log":3}, tool = None)', 'mine({log:3}, null)'],
    [
      `craft(obj={"wooden_axe":1}, {"planks": 3, "stick": 2}, tool="crafting_table") // there`,
      "craft({wooden_axe:1}, {planks:3, stick:2}, 'crafting_table')",
    ],
    ['Hunt({"minecraft:Beef": 2,},)', 'hunt({beef:2}, null)'],
    ['mine({"Oak - Log": 1}, NONE)', 'mine({oak_log:1}, null)'],
    ["mine({' log ':1})", 'mine({log:1}, null)'],
    ['craft(obj={stick:4}, materials={planks:2}, tool=null)', 'craft({stick:4}, {planks:2}, null)'],
    [
      'mine({sand:1}) OR # step 1: of either colour\n  mine({red_sand:1}); mine({log:1})',
      'mine({sand:1}, null) or mine({red_sand:1}, null)',
    ],
    ['mine({sand:1}, null) or mine({sand:1}, None)', 'mine({sand:1}, null)'],
  ])('reads %s', (text, printed) => {
    expect(goalText(goal(text))).toBe(printed)
  })

  it.each([
    ['mine({log:0})', 1, 11, 'from 1 to'],
    ['mine({log:3}', 1, 13, "expected ',' or ')'"],
    ['mine({log:3}, null)\n  fly({x:1})', 2, 3, "no skill 'fly'"],
    ['mine({log:3, log:4})', 1, 14, 'twice'],
    ['mine({a:1}, {b:1}, {c:1})', 1, 20, 'too many'],
    ["mine({'a:1})", 1, 7, 'quote'],
    ['mine({"a:1})', 1, 7, 'quote'],
    ['mine({a:1});\nmine(', 2, 6, 'found the end'],
    ['mine()', 1, 1, 'target'],
    ['mine({a:1}, tool={b:2})', 1, 13, 'tool takes a name or null'],
    ["mine('obj'={log:1})", 1, 11, "expected ',' or ')', found '='"],
    ['mine(xnone)', 1, 6, "expected {...}, a tool in quotes or null, found 'xnone'"],
    ["mine({a:1}) ';'", 1, 13, "expected a skill, found ';'"],
    ['mine({"log!":1})', 1, 7, "'log!' is not the name of an item"],
    ['mine({"a minecraft:log":1})', 1, 7, 'is not the name of an item'],
    ['mine({__proto__:1})', 1, 7, 'not the name'],
    ['process.exit(1)', 1, 8, "unexpected '.'"],
    ['mine({log:1e3})', 1, 12, "expected ',' or '}'"],
    ['or mine({a:1})', 1, 1, "no skill 'or'"],
    ['mine({a:1}) or', 1, 15, 'expected a skill, found the end'],
    ['mine({a:1}) or or mine({b:1})', 1, 16, "no skill 'or'"],
    ["mine({a:1}) 'or' mine({b:1})", 1, 13, "expected a skill, found 'or'"],
    ['mine({a:1} or mine({b:1}))', 1, 12, "expected ',' or ')'"],
    ['mine({log:2305})', 1, 11, 'expected a number from 1 to 2304'],
    ['mine({log:many})', 1, 11, "expected a number, found 'many'"],
    ['mine({1:1})', 1, 7, "expected the name of an item, found '1'"],
    ['mine({log 1})', 1, 11, "expected ':', found '1'"],
    ['mine(target={log:1})', 1, 6, "no argument 'target': expected obj, materials or tool"],
    ['mine(obj=null)', 1, 6, 'obj takes {...}'],
    ['mine(none_of_it)', 1, 6, "expected {...}, a tool in quotes or null, found 'none_of_it'"],
    ['mine(obj={})', 1, 1, 'mine without a target such as {log:3}'],
    ["mine({log:1}, 'it works')(", 1, 26, "expected a skill, found '('"],
    ['fly({x:1})', 1, 1, `no skill 'fly': expected ${language.names.slice(0, 2).join(', ')}`],
    [
      Array.from({ length: 9 }, (_, i) => `mine({a:${i + 1}})`).join(' or '),
      1,
      118,
      'more than 8 goals to choose from',
    ],
  ])('says where %s is wrong', (text, line, column, message) => {
    expect(parsePlan(language, text)).toEqual({
      ok: false,
      error: { line, column, message: expect.stringContaining(message) },
    })
  })

  it('limits what it reads', () => {
    const kinds = (count: number) =>
      `mine({${Array.from({ length: count }, (_, i) => `k${i}:1`).join()}})`
    for (const text of [
      ' '.repeat(20_000),
      'mine({a:1});'.repeat(200),
      `mine({${'a'.repeat(64)}:1})`,
      'mine({a:2304})',
      kinds(32),
    ])
      expect(parsePlan(language, text).ok).toBe(true)
    for (const [text, message] of [
      [' '.repeat(20_001), 'text longer than 20000 characters'],
      ['mine({a:1});'.repeat(201), 'more than 200 goals'],
      [`mine({${'a'.repeat(65)}:1})`, 'name too long'],
      [kinds(33), 'more than 32 kinds'],
    ])
      expect(parsePlan(language, text ?? '')).toMatchObject({ ok: false, error: { message } })
  })

  it('throws an error that names a skill that it does not have', () => {
    expect(() => language.skill('fly')).toThrow(new RangeError("no skill 'fly'"))
  })
})

describe('success', () => {
  it("is reached when the inventory gains the tag's count", () => {
    const mine = goal('mine({log:3}, null)')
    expect(isReached(language, mine, { oak_log: 1 }, { oak_log: 2, birch_log: 1 })).toBe(false)
    expect(isReached(language, mine, { oak_log: 1 }, { oak_log: 2, birch_log: 2 })).toBe(true)
  })

  it('is reached for equipping when the agent wears the item', () => {
    const equip = goal('equip({shield:1})')
    expect(isReached(language, equip, {}, { shield: 1 })).toBe(false)
    expect(isReached(language, equip, {}, {}, new Set(['shield']))).toBe(true)
  })
})

describe('preconditions', () => {
  const missing = (text: string, inventory: ItemCounts, near: string[] = []) =>
    language.missing(goal(text), inventory, new Set(near))

  it('name the tool that mining requires, whatever the plan says', () => {
    expect(missing('mine({iron_ore:1}, null)', { wooden_pickaxe: 1 })).toEqual([
      { kind: 'missing-tool', item: 'stone_pickaxe' },
    ])
    expect(missing("mine({iron_ore:1}, 'stone_pickaxe')", { iron_pickaxe: 1 })).toEqual([])
    expect(missing('mine({log:1}, null)', {})).toEqual([])
    expect(missing('mine({chest:1}, null)', {})).toEqual([{ kind: 'no-source', item: 'chest' }])
  })

  it('name materials and the table', () => {
    const text = "craft({wooden_pickaxe:1}, {planks:3, stick:2}, 'crafting_table')"
    const lacking = missing(text, { oak_planks: 2, birch_planks: 2 })
    expect(lacking).toEqual([
      { kind: 'missing-material', item: 'planks', count: 1 },
      { kind: 'missing-material', item: 'stick', count: 2 },
      { kind: 'no-table' },
    ])
    expect(missingText(lacking)).toBe(
      'needs planks: 1 more, needs stick: 2 more, needs a crafting_table',
    )
    expect(missing(text, { oak_planks: 3, stick: 2, crafting_table: 1 })).toEqual([])
    expect(missing(text, { oak_planks: 3, stick: 2 }, ['crafting_table'])).toEqual([])
  })

  it('have the correct article', () => {
    const lacking = missing("mine({diamond:1}, 'iron_pickaxe')", { iron_pickaxe: 0 })
    expect(lacking).toEqual([{ kind: 'missing-tool', item: 'iron_pickaxe' }])
    expect(missingText(lacking)).toBe('needs an iron_pickaxe')
    expect(missingText(missingStation('chest', false))).toBe('needs a chest')
  })

  it('name fuel and furnace', () => {
    const text = "smelt({iron_ingot:9}, {iron_ore:9, coal:2}, 'furnace')"
    expect(missing(text, { iron_ore: 9, coal: 1 })).toEqual([
      { kind: 'no-fuel', item: 'coal', count: 2 },
      { kind: 'no-furnace' },
    ])
    expect(missingText(missing(text, { iron_ore: 9 }))).toBe(
      'needs fuel such as 2 coal, needs a furnace',
    )
    expect(missing(text, { iron_ore: 9, charcoal: 2, furnace: 1 })).toEqual([])
  })

  it('show which goals can start now', () => {
    const plan = planOf(
      "mine({log:1}); craft({planks:4}, {log:1}, null); mine({coal:1}, 'wooden_pickaxe'); hunt({beef:1})",
    )
    const names = (inventory: ItemCounts, left = plan) =>
      language.possible(left, inventory).map(({ target }) => Object.keys(target).join())
    expect(names({})).toEqual(['log', 'beef'])
    expect(names({ birch_log: 1 }, plan.slice(1))).toEqual(['planks', 'beef'])
    expect(names({ stone_pickaxe: 1 })).toEqual(['log', 'coal', 'beef'])
  })
})

describe('choices', () => {
  it('never mix variants within one craft, and use small stocks first', () => {
    const table = goal('craft({crafting_table:1}, {planks:4}, null)')
    expect(craftingChoices(registry, table, { oak_planks: 3, birch_planks: 3 })).toEqual({
      ok: false,
      missing: { planks: 1 },
    })
    const choice = craftingChoices(registry, table, { oak_planks: 8, birch_planks: 5 })
    expect(choice).toMatchObject({
      runs: [
        {
          times: 1,
          recipe: {
            grid: [
              ['birch_planks', 'birch_planks'],
              ['birch_planks', 'birch_planks'],
            ],
          },
        },
      ],
    })
  })

  it('spread several runs over variants', () => {
    const planks = goal('craft({planks:12}, {log:3}, null)')
    const choice = craftingChoices(registry, planks, { oak_log: 2, birch_log: 1 })
    const runs = choice.ok ? choice.runs.map(({ recipe, times }) => [recipe.item, times]) : []
    expect(runs).toEqual([
      ['oak_planks', 2],
      ['birch_planks', 1],
    ])
    const more = craftingChoices(
      registry,
      { ...planks, target: { planks: 20 } },
      { oak_log: 3, birch_log: 4 },
    )
    expect(more.ok && more.runs.map(({ recipe, times }) => [recipe.item, times])).toEqual([
      ['birch_planks', 4],
      ['oak_planks', 1],
    ])
  })

  it('take the recipe that goes farthest', () => {
    const stick = goal('craft({stick:4}, {}, null)')
    const choice = craftingChoices(registry, stick, { oak_planks: 2, bamboo: 4 })
    const used = choice.ok
      ? choice.runs.map(({ recipe, times }) => [recipe.ingredients, times])
      : []
    expect(used).toEqual([[{ oak_planks: 2 }, 1]])
  })

  it('need a table when one of their recipes does', () => {
    const both = goal("craft({stick:4, wooden_pickaxe:1}, {}, 'crafting_table')")
    expect(craftingChoices(registry, both, { oak_planks: 5, stick: 2 })).toMatchObject({
      ok: true,
      needsTable: true,
    })
    const stick = goal('craft({stick:4}, {}, null)')
    expect(craftingChoices(registry, stick, { oak_planks: 2 })).toMatchObject({ needsTable: false })
  })

  it('do not use a material twice', () => {
    const both = goal('craft({crafting_table:1, stick:4}, {}, null)')
    expect(craftingChoices(registry, both, { oak_planks: 5 })).toEqual({
      ok: false,
      missing: { planks: 1 },
    })
  })

  it('say what the recipe lacks that needs the fewest more, of named materials first', () => {
    const lacking = (text: string, inventory: ItemCounts) => {
      const choice = craftingChoices(registry, goal(text), inventory)
      return choice.ok ? 'nothing' : choice.missing
    }
    expect(lacking('craft({torch:8}, {}, null)', { coal: 2 })).toEqual({ stick: 2 })
    expect(lacking('craft({torch:8}, {}, null)', { charcoal: 2 })).toEqual({ stick: 2 })
    expect(lacking('craft({torch:4}, {charcoal:1, stick:1}, null)', { coal: 1 })).toEqual({
      charcoal: 1,
      stick: 1,
    })
    expect(lacking('craft({torch:4}, {coal:1, stick:1}, null)', { charcoal: 1 })).toEqual({
      coal: 1,
      stick: 1,
    })
    // Two tables of one kind of wood each; the third takes what is left of the oak.
    const woods = { oak_planks: 7, birch_planks: 4 }
    expect(lacking('craft({crafting_table:3}, {}, null)', woods)).toEqual({ planks: 1 })
    expect(lacking('craft({dirt:1}, {}, null)', {})).toEqual({})
  })

  it('smelt the named input where there is enough of it', () => {
    const red = goal("smelt({glass:2}, {red_sand:2, coal:1}, 'furnace')")
    const any = goal("smelt({glass:2}, {}, 'furnace')")
    const input = (of: Goal, inventory: ItemCounts) => {
      const choice = smeltingChoice(registry, of, { coal: 1, ...inventory })
      return choice.ok ? choice.input : choice.missing
    }
    expect(input(red, { sand: 2, red_sand: 2 })).toBe('red_sand')
    expect(input(any, { sand: 2, red_sand: 2 })).toBe('sand')
    expect(input(red, { sand: 2, red_sand: 1 })).toBe('sand')
    expect(input(red, { sand: 1, red_sand: 1 })).toEqual({ red_sand: 1 })
    expect(input(any, { red_sand: 1 })).toEqual({ sand: 2 })
  })

  it('burn no log that turns to charcoal', () => {
    const charcoal = goal("smelt({charcoal:2}, {oak_log:2}, 'furnace')")
    expect(smeltingChoice(registry, charcoal, { oak_log: 2 })).toEqual({
      ok: false,
      missing: { coal: 1 },
      isFuel: true,
    })
    expect(smeltingChoice(registry, charcoal, { oak_log: 4 })).toMatchObject({
      fuel: 'oak_log',
      fuelCount: 2,
    })
    // The log is named as the input.
    expect(smeltingChoice(registry, charcoal, { oak_log: 4, coal: 1 })).toMatchObject({
      fuel: 'coal',
    })
    // Some planks do not burn.
    expect(fuelNeeded(registry, 'planks', 3)).toBe(2)
  })

  it('take the named material, and another if it is missing', () => {
    const torch = goal('craft({torch:4}, {charcoal:1, stick:1}, null)')
    const used = (inventory: ItemCounts) => {
      const choice = craftingChoices(registry, torch, inventory)
      return choice.ok && Object.keys(choice.runs[0]?.recipe.ingredients ?? {}).sort()
    }
    expect(used({ coal: 5, charcoal: 1, stick: 1 })).toEqual(['charcoal', 'stick'])
    expect(used({ coal: 5, stick: 1 })).toEqual(['coal', 'stick'])
  })

  it('compute fuel', () => {
    const smelt = goal("smelt({iron_ingot:3}, {iron_ore:3, planks:2}, 'furnace')")
    const inventory = { iron_ore: 3, coal: 1, oak_planks: 2 }
    expect(smeltingChoice(registry, smelt, inventory)).toMatchObject({
      input: 'iron_ore',
      fuel: 'oak_planks',
      fuelCount: 2,
    })
    expect(smeltingChoice(registry, smelt, { iron_ore: 3, coal: 1 })).toMatchObject({
      fuel: 'coal',
    })
    expect(smeltingChoice(registry, smelt, { iron_ore: 2, coal: 1 })).toEqual({
      ok: false,
      missing: { iron_ore: 1 },
      isFuel: false,
    })
  })
})

describe('an unknown item', () => {
  it.each([
    ['diamnod', 'diamond'],
    ['diamnd', 'diamond'],
    ['woden_door', 'wooden_door'],
    ['ironpickaxe', 'iron_pickaxe'],
    ['iron pickax', 'iron_pickaxe'],
    ['netherite pick', 'netherite_pickaxe'],
    ['crafting_tabel', 'crafting_table'],
    ['Enchanted_Diamond_Sword', 'diamond_sword'],
    ['torhc', 'torch'],
    ['pickaxe', 'wooden_pickaxe, stone_pickaxe, golden_pickaxe'],
  ])('may be a typing error: %s', (name, meant) => {
    expect(unknownItem(registry, name)).toContain(`; did you mean ${meant}?`)
  })

  it.each(['qqqqqqqqq', '', 'constructor', 'x'.repeat(10_000)])(
    'may be like none that is: %s',
    (name) => expect(unknownItem(registry, name)).not.toContain('did you mean'),
  )
})

describe('an inventory on the command line', () => {
  it('is read', () => {
    expect(parseInventory(registry, 'log=3, stick=2,stick, iron_pickaxe ,dirt = 2304')).toEqual({
      ok: true,
      inventory: { oak_log: 3, stick: 3, iron_pickaxe: 1, dirt: 2304 },
    })
    for (const empty of ['', ' ', ', ,'])
      expect(parseInventory(registry, empty)).toEqual({ ok: true, inventory: {} })
  })

  it.each([
    ['diamnod=1', 'did you mean diamond?'],
    ['stick=x', 'expected a number'],
    ['stick=0', 'expected a number'],
    ['stick=x1', 'expected a number'],
    ['stick=2:3', 'expected a number'],
    ['stick=1x', "'stick=1x': expected a number from 1 to 2304 after stick="],
    ['stick=2305', 'expected a number from 1 to 2304'],
    ['log : 12', "'log : 12': write log=12"],
    ['log:12', "'log:12': write log=12"],
    ['=3', "no item '=3' in Minecraft"],
  ])('%s is refused in one line', (text, message) => {
    const parsed = parseInventory(registry, text)
    expect(parsed).toEqual({ ok: false, error: expect.stringContaining(message) })
    expect(JSON.stringify(parsed)).not.toContain('\\n')
  })
})
