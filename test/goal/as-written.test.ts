import { describe, expect, it } from 'vitest'
import { mistakeIn, unheld } from '#goal/as-written'
import { goalOf, language } from '../support/language.ts'

describe('a goal as it is written', () => {
  it.each([
    'craft({planks:4}, {log:1}, null)',
    "craft({planks:4}, {log:1}, 'crafting_table')",
    'craft({oak_planks:4}, {oak_log:1}, null)',
    'craft({stick:4}, {oak_planks:2}, null)',
    "craft({iron_pickaxe:1}, {iron_ingot:3, stick:2}, 'crafting_table')",
    "craft({iron_pickaxe:1}, {iron_ingot:4, stick:2}, 'crafting_table')",
    'craft({torch:4}, {charcoal:1, stick:1}, null)',
    "mine({iron_ore:1}, 'stone_pickaxe')",
    "mine({iron_ore:1}, 'diamond_pickaxe')",
    'mine({log:1}, null)',
    "mine({log:1}, 'wooden_axe')",
    "smelt({iron_ingot:3}, {iron_ore:3, coal:1}, 'furnace')",
    "smelt({charcoal:1}, {log:2}, 'furnace')",
    "smelt({charcoal:1}, {log:1}, 'furnace')",
    "smelt({glass:2}, {sand:2, planks:2}, 'furnace')",
    "smelt({glass:3}, {sand:3, planks:2}, 'furnace')",
    "smelt({iron_ingot:3}, {iron_ore:3}, 'furnace')",
    'craft({iron_pickaxe:1}, {}, null)',
    "craft({iron_pickaxe:1}, {}, 'crafting_table')",
    "smelt({glass:1}, {}, 'furnace')",
    'equip({iron_boots:1}, null)',
  ])('is right: %s', (text) => {
    expect(mistakeIn(language, goalOf(text))).toBeNull()
  })

  it.each([
    [
      "craft({iron_pickaxe:1}, {dirt:1}, 'crafting_table')",
      'missing-material',
      'iron_pickaxe needs iron_ingot: 3 more than the goal names',
    ],
    [
      "craft({iron_pickaxe:1}, {iron_ingot:3, stick:2, dirt:1}, 'crafting_table')",
      'missing-material',
      'iron_pickaxe is not made of dirt',
    ],
    [
      "craft({iron_pickaxe:1}, {iron_ingot:3, stick:2, coal:1}, 'crafting_table')",
      'missing-material',
      'iron_pickaxe is not made of coal',
    ],
    [
      "craft({iron_pickaxe:1}, {iron_ingot:2, stick:2}, 'crafting_table')",
      'missing-material',
      'iron_pickaxe needs iron_ingot: 1 more than the goal names',
    ],
    [
      'craft({planks:8}, {log:1}, null)',
      'missing-material',
      'planks needs log: 1 more than the goal names',
    ],
    [
      'craft({iron_pickaxe:1}, {iron_ingot:3, stick:2}, null)',
      'no-table',
      'iron_pickaxe needs a crafting_table, and the goal names nothing',
    ],
    [
      "mine({iron_ore:1}, 'wooden_pickaxe')",
      'missing-tool',
      'iron_ore needs a stone_pickaxe, and the goal names wooden_pickaxe',
    ],
    [
      'mine({cobblestone:1}, null)',
      'missing-tool',
      'cobblestone needs a wooden_pickaxe, and the goal names nothing',
    ],
    [
      "smelt({iron_ingot:3}, {iron_ore:3, planks:1}, 'furnace')",
      'no-fuel',
      'iron_ingot needs more fuel than the goal names',
    ],
    // Of four logs, three turn to charcoal and one burns.
    [
      "smelt({charcoal:3}, {log:4}, 'furnace')",
      'no-fuel',
      'charcoal needs more fuel than the goal names',
    ],
    [
      "smelt({iron_ingot:3}, {iron_ore:3, cobblestone:3}, 'furnace')",
      'missing-material',
      'iron_ingot is not made of cobblestone',
    ],
    [
      'smelt({iron_ingot:1}, {iron_ore:1, coal:1}, null)',
      'no-furnace',
      'iron_ingot needs a furnace, and the goal names nothing',
    ],
    [
      "craft({iron_pickaxe:1}, {}, 'furnace')",
      'no-table',
      'iron_pickaxe needs a crafting_table, and the goal names furnace',
    ],
  ])('is wrong: %s', (text, kind, detail) => {
    expect(mistakeIn(language, goalOf(text))).toEqual({ kind, detail })
  })

  it('uses what it names', () => {
    const goal = goalOf('craft({planks:4}, {log:2}, null)')
    expect(unheld(language.registry, goal, { oak_log: 1, birch_log: 1 })).toBeNull()
    expect(unheld(language.registry, goal, { oak_log: 1 })).toEqual({
      kind: 'missing-material',
      detail: 'planks needs log: 1 more',
    })
    const two = goalOf('craft({planks:4, oak_planks:4}, {log:2}, null)')
    expect(unheld(language.registry, two, {})?.detail).toBe(
      'planks and oak_planks needs log: 2 more',
    )
  })
})
