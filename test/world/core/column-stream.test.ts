import { Vec3 } from 'vec3'
import { expect, it } from 'vitest'
import { registryFor } from '#knowledge/registry'
import type { ColumnPackets } from '#world/core/column-packets'
import { ColumnStream } from '#world/core/column-stream'
import type { Connection } from '#world/core/connection'
import { Level } from '#world/level'
import { createTerrain } from '#world/terrain/terrain'

it('the first columns of a player have the blocks that changed as later ones were made', () => {
  const registry = registryFor('1.16.5')
  const terrain = createTerrain(registry, 1)
  const level = new Level(registry, (chunkX, chunkZ) => terrain.column(chunkX, chunkZ))
  const glass = registry.blockState('glass')
  level.on('made', (chunkX, chunkZ) => {
    if (chunkX !== 0 || chunkZ !== 0) level.set(0, 200, 0, glass)
  })
  const sent = new Map<string, number>()
  const packets: Pick<ColumnPackets, 'send'> = {
    send: (_, chunkX, chunkZ, column) =>
      void sent.set(`${chunkX},${chunkZ}`, column.getBlockStateId({ x: 0, y: 200, z: 0 })),
  }
  const connection: Pick<Connection, 'receive'> = { receive() {} }
  const stream = new ColumnStream({
    connection: connection as Connection,
    level,
    packets: packets as ColumnPackets,
    maxDistance: 2,
  })
  stream.sendNearest(new Vec3(8, 64, 8))
  expect([...sent][0]).toEqual(['0,0', glass])
  expect(sent.size).toBe(16)
})
