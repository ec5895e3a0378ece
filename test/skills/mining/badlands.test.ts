import { describe, expect, it } from 'vitest'
import { mine } from '#skills/mining/mine'
import { sharedStage } from '../../support/skills.ts'
import { ERAS } from '../../support/windows.ts'

/** Depth of the terracotta (blocks), and the time for a level by a wooden pickaxe with the fall after it (ticks). */
const DEPTH = 16
const LEVEL_TICKS = 45

describe.each(ERAS)('badlands on %s', (version) => {
  const stage = sharedStage(version)

  it('the agent digs down through the terracotta to stone', async () => {
    const { give, fill, stand, perform, carried } = stage()
    fill([-12, -DEPTH - 4, -12], [12, -DEPTH - 1, 12], 'stone')
    fill([-12, -DEPTH, -12], [12, -1, 12], 'orange_terracotta')
    await give({ wooden_pickaxe: 1, dirt: 1 })
    await stand(0, 0, 0)
    const { result, ticks } = await perform(mine, { item: 'cobblestone', count: 3 })
    expect(result).toEqual({ ok: true })
    expect(carried().cobblestone).toBe(3)
    expect(ticks).toBeLessThan((DEPTH + 3) * LEVEL_TICKS)
  })
})
