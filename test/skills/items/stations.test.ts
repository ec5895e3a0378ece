import { describe, expect, it } from 'vitest'
import { craft } from '#skills/items/craft'
import { parallelSmelt } from '#skills/items/parallel-smelt'
import { sharedStage } from '../../support/skills.ts'
import { versionsFor } from '../../support/versions.ts'

const done = { ok: true }

describe.each(versionsFor('1.16.5', '1.12.2', '26.1'))(
  'stations in narrow rock on %s',
  (version) => {
    const stage = sharedStage(version, { perception: 'loaded' })

    it('the agent walks around rock to a table that it could reach but not click', async () => {
      const { fill, block, stand, give, perform, kind, simulation } = stage()
      fill([-4, -1, -4], [6, 4, 8], 'stone')
      // A passage in the form of a U, at whose ends the agent and the table are.
      for (const [x, z] of [
        ...[0, 1, 2, 3, 4].flatMap((z) => [[0, z] as const, [2, z] as const]),
        [1, 4] as const,
      ])
        fill([x, 0, z], [x, 1, z], 'air')
      block(2, 0, 0, 'crafting_table')
      await stand(0, 0, 0)
      await give({ oak_planks: 3, stick: 2 })
      await simulation.advance(5)
      const { result, ticks } = await perform(craft, { item: 'wooden_pickaxe', count: 1 })
      expect(result).toEqual(done)
      expect(ticks).toBeLessThan(80)
      expect(kind(1, 1, 0)).toBe('stone')
    })

    it('the agent does not hide its table behind its furnaces', async () => {
      const { fill, block, stand, give, perform, at, body, context } = stage()
      fill([-4, -1, -4], [4, 4, 4], 'stone')
      fill([0, 0, 0], [0, 1, 0], 'air')
      fill([0, 0, -1], [0, 1, -1], 'air')
      fill([1, 0, 0], [1, 1, 0], 'air')
      block(1, 0, -1, 'crafting_table')
      await stand(0, 0, 0)
      const table = at(1, 0, -1)
      context.agentState.stations.add(table)
      expect(body.crosshair.find(table)).toBeDefined()
      const ore = version === '1.16.5' || version === '1.12.2' ? 'iron_ore' : 'raw_iron'
      await give({ [ore]: 3, coal: 3, furnace: 3, stone_pickaxe: 1, stick: 2 })
      expect((await perform(parallelSmelt, { item: 'iron_ingot', count: 3 })).result).toEqual(done)
      expect(body.crosshair.find(table)).toBeDefined()
      const { result, ticks } = await perform(craft, { item: 'iron_pickaxe', count: 1 })
      expect(result).toEqual(done)
      expect(ticks).toBeLessThan(40)
    })
  },
)
