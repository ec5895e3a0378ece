import { expect, it } from 'vitest'
import { kindsOnTheWay } from '#goal/kinds-on-the-way'
import { language } from '../support/language.ts'

it('an item on the way to a target is a material, tool or station of any recipe chain', () => {
  const pickaxe = kindsOnTheWay(language, { iron_pickaxe: 1 })
  const needed = ['iron_pickaxe', 'iron_ingot', 'iron_ore', 'stick', 'oak_log', 'birch_planks']
  for (const kind of [...needed, 'crafting_table', 'furnace', 'stone_pickaxe', 'cobblestone'])
    expect(pickaxe).toContain(kind)
  for (const kind of ['log', 'dirt', 'diamond', 'obsidian']) expect(pickaxe).not.toContain(kind)
})

it('a portal to another dimension is on the way to what is only there', () => {
  const quartz = kindsOnTheWay(language, { quartz: 1 })
  for (const kind of ['obsidian', 'flint_and_steel']) expect(quartz).toContain(kind)
})
