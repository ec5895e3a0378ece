import { describe, expect, it } from 'vitest'
import { registryFor } from '#knowledge/registry'
import { fuelTicks, smeltingResult, smeltingSources } from '#knowledge/smelting'
import { ERAS } from '../../support/windows.ts'

describe.each(ERAS)('smelting on %s', (version) => {
  const registry = registryFor(version)
  const result = (name: string) => smeltingResult(registry, name)

  it('has results for ores, stones, sands, logs and foods', () => {
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

  it("has only the version's items", () => {
    const modern = version === '1.21.4'
    expect(result('raw_iron')).toBe(modern ? 'iron_ingot' : undefined)
    expect(result('stone')).toBe(version === '1.12.2' ? undefined : 'smooth_stone')
    expect(result('cactus')).toBe(version === '1.12.2' ? 'cactus_green' : 'green_dye')
    for (const name of registry.itemNames) {
      const made = result(name)
      if (made === undefined) continue
      expect(registry.hasItem(made)).toBe(true)
      expect(smeltingSources(registry, made)).toContain(name)
    }
    expect(smeltingSources(registry, 'iron_ingot').includes('deepslate_iron_ore')).toBe(modern)
  })

  it('has the burn times of fuels', () => {
    expect(fuelTicks(registry, 'coal')).toBe(1600)
    expect(fuelTicks(registry, 'charcoal')).toBe(1600)
    expect(fuelTicks(registry, 'lava_bucket')).toBe(20000)
    expect(fuelTicks(registry, 'birch_planks')).toBe(300)
    expect(fuelTicks(registry, 'birch_slab')).toBe(150)
    expect(fuelTicks(registry, 'wooden_pickaxe')).toBe(200)
    expect(fuelTicks(registry, 'stick')).toBe(100)
    expect(fuelTicks(registry, 'oak_boat')).toBe(registry.flattened ? 1200 : 400)
    expect(fuelTicks(registry, 'stone_pickaxe')).toBe(0)
    expect(fuelTicks(registry, 'crimson_planks')).toBe(0)
    expect(fuelTicks(registry, 'iron_ingot')).toBe(0)
  })
})
