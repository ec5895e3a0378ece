import { describe, expect, it, vi } from 'vitest'
import { registryFor } from '#knowledge/registry'
import { BlockEntityPackets } from '#world/core/block-entity-packets'
import { createTerrain } from '#world/terrain/terrain'

describe('the block entities of a column in 1.21.4', () => {
  const registry = registryFor('1.21.4')
  const packets = new BlockEntityPackets(registry, () => undefined)
  const column = createTerrain(registry, 1).column(0, 0)
  const reads = vi.spyOn(column, 'getBlockStateId')

  it('are not searched for in sections of one state, such as air', () => {
    expect(packets.of(column, 0, 0)).toEqual([])
    expect(reads).not.toHaveBeenCalled()
  })

  it('are found in a section that was empty', () => {
    column.setBlockStateId({ x: 3, y: 300, z: 4 }, registry.blockState('chest'))
    expect(packets.of(column, 0, 0)).toMatchObject([{ x: 3, y: 300, z: 4 }])
    expect(reads).toHaveBeenCalledTimes(16 ** 3)
  })
})
