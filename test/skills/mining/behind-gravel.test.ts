import { describe, expect, it } from 'vitest'
import { mine } from '#skills/mining/mine'
import { sharedStage } from '../../support/skills.ts'
import { ERAS } from '../../support/windows.ts'

describe.each(ERAS)('ore behind gravel on %s', (version) => {
  const stage = sharedStage(version, { perception: 'loaded' })

  it.each([1, 2, 3, 4, 5])('the agent digs through a column %i blocks high', async (height) => {
    const { fill, block, give, perform, simulation } = stage()
    await give({ stone_pickaxe: 1 })
    fill([-4, 0, -4], [4, 8, 4], 'stone')
    fill([0, 0, 0], [0, 1, 0], 'air')
    fill([0, 0, -1], [0, height - 1, -1], 'gravel')
    block(0, 0, -2, 'iron_ore')
    await simulation.advance(2)
    const { result, ticks } = await perform(mine, { item: 'iron_ore', count: 1 })
    expect(result).toEqual({ ok: true })
    expect(ticks).toBeLessThan(100 + 40 * height)
  })
})
