import { describe, expect, it } from 'vitest'
import { mine } from '#skills/mining/mine'
import { sharedStage } from '../../support/skills.ts'
import { ERAS } from '../../support/windows.ts'

const flint = { item: 'flint', count: 1 }

describe.each(ERAS)('flint from carried gravel on %s', (version) => {
  const stage = sharedStage(version)

  it('the agent places its only gravel and digs it again until it drops flint', async () => {
    const { give, perform, carried, stand } = stage()
    await stand(0, 0, 0)
    await give({ gravel: 1, stone_shovel: 1 })
    const { result, ticks } = await perform(mine, flint)
    expect(result).toEqual({ ok: true })
    expect(carried()).toMatchObject({ flint: 1 })
    expect(ticks).toBeLessThan(2000)
  })

  it('the agent makes room for it between walls', async () => {
    const { fill, give, perform, carried, stand } = stage()
    fill([-3, -1, -3], [3, 3, 3], 'stone')
    fill([0, 0, 0], [0, 1, 0], 'air')
    await stand(0, 0, 0)
    await give({ gravel: 8, stone_pickaxe: 1 })
    expect((await perform(mine, flint)).result).toEqual({ ok: true })
    expect(carried().flint).toBe(1)
  })
})
