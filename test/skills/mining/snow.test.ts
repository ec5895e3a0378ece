import { describe, expect, it } from 'vitest'
import { digShaft, standsOnDiggable } from '#skills/mining/dig-shaft'
import { goTo } from '#skills/moving/go-to'
import { sharedStage } from '../../support/skills.ts'
import { ERAS } from '../../support/windows.ts'

describe.each(ERAS)('a shaft from snow on %s', (version) => {
  const stage = sharedStage(version)

  it.each([{}, { stone_shovel: 1 }])(
    'the agent digs the snow in which it stands, with %o',
    async (tools) => {
      const { at, body, fill, give, perform, stand } = stage()
      fill([-10, 0, -10], [10, 0, 10], 'snow')
      await stand(0, 0, 0)
      await give({ stone_pickaxe: 1, ...tools })
      const shaft = { levels: 3, until: () => false, through: standsOnDiggable }
      const { result, ticks } = await perform(digShaft, shaft)
      expect(result).toEqual({ ok: true })
      expect(body.feet.y - at(0, 0, 0).y).toBe(-3)
      expect(ticks).toBeLessThan(120)
    },
  )

  it.each([
    ['snow', { layers: '4' }],
    ['stone_slab', { type: 'bottom' }],
  ] as const)('the agent digs %s with a collision box away first', async (kind, properties) => {
    const { at, block, body, give, perform, stand } = stage()
    block(0, 0, 0, kind, properties)
    await stand(0, 0.5, 0)
    await give({ stone_pickaxe: 1 })
    const shaft = { levels: 3, until: () => false, through: standsOnDiggable }
    expect((await perform(digShaft, shaft)).result).toEqual({ ok: true })
    expect(body.feet.y - at(0, 0, 0).y).toBe(-3)
  })

  it.each([{}, { stone_shovel: 1 }])(
    'the agent goes down stairs from snow, with %o',
    async (tools) => {
      const { at, body, fill, give, perform, stand } = stage()
      fill([-10, 0, -10], [10, 8, 10], 'stone')
      fill([-10, 9, -10], [10, 9, 10], 'snow')
      await stand(0, 9, 0)
      await give({ stone_pickaxe: 1, ...tools })
      const { x, y, z } = at(6, 2, 6)
      const { result, ticks } = await perform(goTo, { x, y, z, range: 2 })
      expect(result).toEqual({ ok: true })
      expect(body.feet.y - at(0, 0, 0).y).toBeLessThan(5)
      expect(ticks).toBeLessThan(500)
    },
  )
})
