import { describe, expect, it } from 'vitest'
import { kindsOf } from '../src/knowledge/kinds.ts'
import { fuelTicks, smeltingResult, smeltingSources } from '../src/knowledge/smelting.ts'
import { ERAS } from './support/windows.ts'

describe.each(ERAS)('smelting on %s', (version) => {
  const kinds = kindsOf(version)
  const result = (name: string) => smeltingResult(kinds, name)

  it('knows what ores, stones, sands, logs and foods become', () => {
    expect(result('iron_ore')).toBe('iron_ingot')
    expect(result('cobblestone')).toBe('stone')
    expect(result('sand')).toBe('glass')
    expect(result('clay_ball')).toBe('brick')
    expect(result('dark_oak_log')).toBe('charcoal')
    expect(result('chicken')).toBe('cooked_chicken')
    expect(result('white_terracotta')).toBe('white_glazed_terracotta')
    expect(result('golden_sword')).toBe('gold_nugget')
    expect(result('dirt')).toBeUndefined()
    expect(result('no_such_thing')).toBeUndefined()
  })

  it('knows only what the version has', () => {
    const modern = version === '1.21.4'
    expect(result('raw_iron')).toBe(modern ? 'iron_ingot' : undefined)
    expect(result('stone')).toBe(version === '1.12.2' ? undefined : 'smooth_stone')
    expect(result('cactus')).toBe(version === '1.12.2' ? 'cactus_green' : 'green_dye')
    for (const name of kinds.itemNames) {
      const made = result(name)
      if (made === undefined) continue
      expect(kinds.hasItem(made)).toBe(true)
      expect(smeltingSources(kinds, made)).toContain(name)
    }
    expect(smeltingSources(kinds, 'iron_ingot').includes('deepslate_iron_ore')).toBe(modern)
  })

  it('knows how long fuels burn', () => {
    expect(fuelTicks(kinds, 'coal')).toBe(1600)
    expect(fuelTicks(kinds, 'charcoal')).toBe(1600)
    expect(fuelTicks(kinds, 'lava_bucket')).toBe(20000)
    expect(fuelTicks(kinds, 'birch_planks')).toBe(300)
    expect(fuelTicks(kinds, 'birch_slab')).toBe(150)
    expect(fuelTicks(kinds, 'wooden_pickaxe')).toBe(200)
    expect(fuelTicks(kinds, 'stick')).toBe(100)
    expect(fuelTicks(kinds, 'oak_boat')).toBe(kinds.flattened ? 1200 : 400)
    expect(fuelTicks(kinds, 'stone_pickaxe')).toBe(0)
    expect(fuelTicks(kinds, 'crimson_planks')).toBe(0)
    expect(fuelTicks(kinds, 'iron_ingot')).toBe(0)
  })
})
