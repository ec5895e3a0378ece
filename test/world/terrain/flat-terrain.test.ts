import { describe, expect, it } from 'vitest'
import { registryFor } from '#knowledge/registry'
import { TERRAIN_KINDS } from '#world/terrain/terrain-kinds'
import { practice } from '../../support/practice.ts'
import { versionsFor } from '../../support/versions.ts'

describe.each(versionsFor('26.1', '1.12.2', '1.16.5', '1.18.2'))(
  'a flat world on %s',
  (version) => {
    it('has grass under the feet of a player, and the layers of the game below', async () => {
      const { bot, simulation, close } = await practice({ version, terrain: 'flat' })
      await simulation.advance(20)
      const feet = bot.entity.position.floored()
      expect(bot.entity.onGround).toBe(true)
      const below = [1, 2, 3, 4].map((depth) => bot.blockAt(feet.offset(0, -depth, 0))?.name)
      const grass = registryFor(version).flattened ? 'grass_block' : 'grass'
      expect(below).toEqual([grass, 'dirt', 'dirt', 'bedrock'])
      expect(bot.blockAt(feet.offset(40, -1, -40))?.name).toBe(grass)
      expect(bot.blockAt(feet)?.skyLight).toBe(15)
      await close()
    })

    it('gives each column blocks of its own', () => {
      const terrain = TERRAIN_KINDS.flat(registryFor(version))
      const { x, y, z } = terrain.spawn.floored()
      const changed = terrain.column(0, 0)
      changed.setBlockStateId({ x, y: y - 1, z } as never, 0)
      expect(terrain.column(1, 0).getBlockStateId({ x, y: y - 1, z } as never)).not.toBe(0)
    })
  },
)
