import { describe, expect, it } from 'vitest'
import { blockTableOf, UNLOADED } from '#knowledge/block-traits'
import { registryFor } from '#knowledge/registry'

describe.each(['1.12.2', '1.16.5', '1.21.4'])('the blocks of Minecraft %s', (version) => {
  const registry = registryFor(version)
  const table = blockTableOf(registry)
  const traits = (name: string, properties = {}) =>
    table.traits(registry.blockState(name, properties))

  it('are as high as their collision boxes', () => {
    const heights = ['air', 'torch', 'soul_sand', 'stone', 'oak_fence'].map(
      (name) => traits(name).height,
    )
    expect(heights).toEqual([0, 0, 0.875, 1, 1.5])
    expect(traits('stone').cube).toBe(true)
    expect(traits('soul_sand').cube).toBe(false)
  })

  it('have the right opacity to sight and sky', () => {
    const seen = (name: string) => [traits(name).opaque, traits(name).coversSky]
    expect(seen('redstone_ore')).toEqual([true, true])
    expect(seen('oak_leaves')).toEqual([true, false])
    expect(seen('glass')).toEqual([false, false])
    expect(seen('lava')).toEqual([true, true])
  })

  it('fall if gravity affects them', () => {
    const falling = ['sand', 'red_sand', 'gravel', 'anvil', 'white_concrete_powder', 'dragon_egg']
    expect(falling.filter((name) => !traits(name).falls)).toEqual([])
    expect(['soul_sand', 'stone', 'sandstone'].filter((name) => traits(name).falls)).toEqual([])
  })

  it('have the same traits by code as by state', () => {
    for (const name of ['air', 'stone', 'oak_leaves', 'water', 'glass', 'oak_log']) {
      const code = registry.blockState(name) + 1
      expect(Boolean(table.opaque[code])).toBe(traits(name).opaque)
      expect(Boolean(table.coversSky[code])).toBe(traits(name).coversSky)
      expect(table.kindNames[table.kind[code] ?? 0]).toBe(name === 'air' ? '' : name)
    }
    expect(blockTableOf(registryFor(version))).toBe(table)
    expect(table.airCode).toBe(registry.blockState('air') + 1)
    expect(table.stoneCode).toBe(registry.blockState('stone') + 1)
  })

  it('cannot be entered, stood on or dug if they are not loaded', () => {
    const { open, floor, diggable, harmful } = table.traits(UNLOADED)
    expect([open, floor, diggable, harmful]).toEqual([false, false, false, true])
    expect([table.kind[UNLOADED + 1], table.opaque[UNLOADED + 1]]).toEqual([0, 0])
  })

  it('are unknown and block the way if the version lacks the id', () => {
    for (const state of [60_000, 1_000_000]) {
      expect(registry.blockName(state)).toBe('unknown')
      const { name, open, diggable, opaque } = table.traits(state)
      expect([name, open, diggable, opaque]).toEqual(['unknown', false, false, true])
    }
    expect(table.kindNames[table.kind[60_001] ?? 0]).toBe('unknown')
    expect(table.opaque[60_001]).toBe(1)
  })
})

describe('snow', () => {
  it('is as high as all its layers but the topmost', () => {
    const registry = registryFor('1.16.5')
    const heights = [1, 2, 8].map(
      (layers) =>
        blockTableOf(registry).traits(registry.blockState('snow', { layers: String(layers) }))
          .height,
    )
    expect(heights).toEqual([0, 0.125, 0.875])
  })
})
