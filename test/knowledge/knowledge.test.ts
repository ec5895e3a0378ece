import { describe, expect, it } from 'vitest'
import { animalSources, groundsOf, shearSources } from '#knowledge/animals'
import { digTicks, harvests, requiredTool } from '#knowledge/dig-time'
import { harvestSources, minedItem } from '#knowledge/harvest'
import { countOf, tagMembers, tagNames } from '#knowledge/item-tags'
import { resolveItem } from '#knowledge/names'
import { oreHeights } from '#knowledge/ores'
import { concreteRecipes, recipesOf } from '#knowledge/recipes'
import { registryFor } from '#knowledge/registry'
import { durability, satisfies, toolsServingAs } from '#knowledge/tools'

describe.each(['1.12.2', '1.16.5', '1.21.4'])('knowledge of %s', (version) => {
  const registry = registryFor(version)

  it('has members of each tag of wood for the same woods', () => {
    expect(tagMembers(registry, 'log')).toEqual(
      tagMembers(registry, 'planks')
        .map((planks) => planks.replace('_planks', '_log'))
        .filter((log) => registry.hasItem(log)),
    )
    for (const tag of tagNames(registry))
      for (const member of tagMembers(registry, tag)) expect(registry.hasItem(member)).toBe(true)
    expect(countOf(registry, { oak_log: 2, birch_log: 1, oak_planks: 9 }, 'log')).toBe(3)
    expect(countOf(registry, { charcoal: 2, coal: 1 }, 'coals')).toBe(3)
  })

  it('resolves informal and older names', () => {
    const resolved = (text: string) => resolveItem(registry, text)
    expect(resolved('Oak Logs')).toBe('oak_log')
    expect(resolved('minecraft:planks')).toBe('planks')
    expect(resolved('wood')).toBe('log')
    expect(resolved('wooden_door')).toBe('wooden_door')
    expect(resolved('stone_brick')).toBe('stone_bricks')
    expect(resolved('stonebrick_stairs')).toBe('stone_brick_stairs')
    expect(resolved('web')).toBe('cobweb')
    expect(resolved('raw_iron')).toBe(version === '1.21.4' ? 'raw_iron' : 'iron_ore')
    expect(resolved('constructor')).toBeUndefined()
  })

  it('merges recipes over variants, and keeps the others separate', () => {
    expect(recipesOf(registry, 'crafting_table')).toMatchObject([
      { ingredients: { planks: 4 }, makes: 1, needsTable: false },
    ])
    expect(recipesOf(registry, 'oak_door')).toMatchObject([
      { ingredients: { oak_planks: 6 }, makes: 3, needsTable: true },
    ])
    expect(recipesOf(registry, 'wooden_door')).toMatchObject([{ ingredients: { planks: 6 } }])
    expect(recipesOf(registry, 'bed')).toMatchObject([{ ingredients: { wool: 3, planks: 3 } }])
    const torches = recipesOf(registry, 'torch').map(({ ingredients }) => Object.keys(ingredients))
    expect(torches.map(([fuel]) => fuel).sort()).toEqual(['charcoal', 'coal'])
  })

  it('lists exact recipes of one variant each, with a matching grid', () => {
    for (const item of registry.itemNames) {
      for (const { grid, ingredients, needsTable } of concreteRecipes(registry, item)) {
        const placed = grid.flat().filter((slot) => slot !== null)
        const counted = Object.values(ingredients).reduce((a, b) => a + b, 0)
        expect(placed).toHaveLength(counted)
        const fitsHands = grid.length <= 2 && grid.every((row) => row.length <= 2)
        expect(needsTable).toBe(!fitsHands)
      }
    }
    const tables = concreteRecipes(registry, 'crafting_table')
    expect(tables.map(({ ingredients }) => Object.keys(ingredients).join()).sort()).toEqual(
      [...tagMembers(registry, 'planks')].sort(),
    )
  })

  it('knows the weakest tool for a block, also if kinds share an id', () => {
    expect(requiredTool(registry, 'birch_log')).toBeNull()
    expect(requiredTool(registry, 'granite')).toBe('wooden_pickaxe')
    expect(requiredTool(registry, 'iron_ore')).toBe('stone_pickaxe')
    expect(requiredTool(registry, 'diamond_ore')).toBe('iron_pickaxe')
    expect(requiredTool(registry, 'obsidian')).toBe('diamond_pickaxe')
    expect(harvests(registry, 'iron_ore', 'golden_pickaxe')).toBe(false)
  })

  it('axes are no faster than the hand on leaves, and shovels dig all kinds of dirt', () => {
    expect(digTicks(registry, 'oak_leaves', 'stone_axe')).toBe(
      digTicks(registry, 'oak_leaves', null),
    )
    expect(digTicks(registry, 'coarse_dirt', 'stone_axe')).toBe(digTicks(registry, 'dirt', null))
    expect(digTicks(registry, 'podzol', 'stone_shovel')).toBe(
      digTicks(registry, 'dirt', 'stone_shovel'),
    )
    expect(digTicks(registry, 'melon', 'stone_axe')).toBeLessThan(digTicks(registry, 'melon', null))
  })

  it('computes dig times like the vanilla game', () => {
    // Hardness x 30 (harvested) or x 100 (not harvested), divided by the tool's speed, rounded up.
    expect(digTicks(registry, 'stone', 'wooden_pickaxe')).toBe(Math.ceil((1.5 * 30) / 2))
    expect(digTicks(registry, 'stone', null)).toBe(1.5 * 100)
    expect(digTicks(registry, 'iron_ore', 'stone_pickaxe')).toBe(Math.ceil((3 * 30) / 4))
    expect(digTicks(registry, 'diamond_ore', 'iron_pickaxe')).toBe((3 * 30) / 6)
    expect(digTicks(registry, 'diamond_ore', 'stone_pickaxe')).toBe((3 * 100) / 4)
    expect(digTicks(registry, 'birch_log', null)).toBe(2 * 30)
    expect(digTicks(registry, 'birch_log', null, { onGround: false })).toBe(2 * 30 * 5)
    expect(digTicks(registry, 'birch_log', null, { onGround: false, inWater: true })).toBe(
      2 * 30 * 25,
    )
    expect(digTicks(registry, 'bedrock', 'diamond_pickaxe')).toBe(Infinity)
  })

  it('orders tools by strength', () => {
    expect(satisfies('iron_pickaxe', 'stone_pickaxe')).toBe(true)
    expect(satisfies('golden_pickaxe', 'stone_pickaxe')).toBe(false)
    expect(satisfies('iron_axe', 'stone_pickaxe')).toBe(false)
    expect(toolsServingAs(registry, 'iron_pickaxe').slice(0, 2)).toEqual([
      'iron_pickaxe',
      'diamond_pickaxe',
    ])
    expect(durability(registry, 'wooden_pickaxe')).toBe(59)
    expect(durability(registry, 'dirt')).toBe(Infinity)
  })

  it('knows the sources of items by digging', () => {
    const blocks = (item: string) => harvestSources(registry, item).map(({ block }) => block)
    expect(blocks('cobblestone')).toContain('stone')
    expect(blocks('stone')).toEqual([])
    expect(minedItem(registry, 'stone')).toBe('cobblestone')
    const ironOre = version === '1.21.4' ? 'raw_iron' : 'iron_ore'
    expect(minedItem(registry, 'iron_ore')).toBe(ironOre)
    expect(harvestSources(registry, 'flint')).toMatchObject([{ block: 'gravel', expected: 0.1 }])
    expect(harvestSources(registry, 'apple')[0]?.expected).toBeLessThan(0.01)
    expect(blocks('wheat_seeds')).toContain(version === '1.21.4' ? 'short_grass' : 'grass')
    expect(harvestSources(registry, 'oak_leaves')).toMatchObject([{ tool: 'shears' }])
    expect(blocks('crafting_table')).toEqual([])
    expect(minedItem(registry, 'crafting_table')).toBeUndefined()
  })

  it('knows the mob drops', () => {
    const withLeather = animalSources(registry, 'leather').map(({ animal }) => animal)
    expect(withLeather[0]).toBe('cow')
    expect(withLeather).toEqual(expect.arrayContaining(['horse', 'donkey', 'llama', 'mooshroom']))
    expect(groundsOf(['cow', 'sheep'])).toEqual(new Set(['grass_block']))
    expect(groundsOf(['cow', 'spider'])).toBeUndefined()
    expect(animalSources(registry, 'wool').map(({ animal }) => animal)).toEqual(['sheep'])
    expect(shearSources(registry, 'wool')[0]?.expected).toBeGreaterThan(1)
    expect(shearSources(registry, 'mutton')).toEqual([])
  })

  it('mines at heights with ore and without lava lakes', () => {
    const lavaTop = version === '1.21.4' ? -55 : 10
    for (const ore of ['coal_ore', 'iron_ore', 'gold_ore', 'redstone_ore', 'diamond_ore']) {
      const heights = oreHeights(registry, ore)
      expect(heights?.best).toBeGreaterThan(lavaTop)
      expect(heights?.best).toBeGreaterThanOrEqual(heights?.min ?? Infinity)
      expect(heights?.best).toBeLessThanOrEqual(heights?.max ?? -Infinity)
    }
    expect(oreHeights(registry, 'stone')).toBeUndefined()
  })
})
