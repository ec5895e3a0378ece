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

describe.each(ERAS)('gravel in the rock on %s', (version) => {
  const stage = sharedStage(version, { perception: 'loaded' })

  it.each([
    [{ stone_pickaxe: 1 }, true],
    [{}, false],
  ] as const)('with %o: the agent digs down to it: %s', async (tools, isDug) => {
    const { at, body, carried, fill, give, perform, stand } = stage()
    fill([-10, 0, -10], [10, 9, 10], 'stone')
    fill([2, 1, 2], [3, 1, 3], 'gravel')
    await stand(0, 10, 0)
    await give(tools)
    const brief = { ...mine, budget: () => 900 }
    const { result } = await perform(brief, { item: 'gravel', count: 2 })
    expect(result.ok).toBe(isDug)
    expect((carried().gravel ?? 0) >= 2).toBe(isDug)
    expect(body.feet.y < at(0, 9, 0).y).toBe(isDug)
  })
})
