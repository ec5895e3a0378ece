import { describe, expect, it } from 'vitest'
import { fill } from '#skills/farming/fill'
import { mine } from '#skills/mining/mine'
import { sharedStage } from '../../support/skills.ts'
import { ERAS } from '../../support/windows.ts'

const done = { ok: true }

describe.each(ERAS)('deep below the land on %s', (version) => {
  const stage = sharedStage(version, { perception: 'loaded', viewDistance: 6 })

  it.each([
    ['water', fill, { item: 'water_bucket', count: 1 }],
    ['a log', mine, { item: 'log', count: 1 }],
  ] as const)('the agent climbs to the land before it walks to %s', async (_, skill, args) => {
    const { at, block, body, bot, fill: lay, give, perform, stand } = stage()
    lay([-10, 0, -10], [70, 19, 10], 'stone')
    lay([0, 0, 0], [0, 1, 0], 'air')
    // A valley, nearer to the agent's height than the land.
    lay([56, 10, -6], [68, 19, 8], 'air')
    lay([60, 9, 0], [62, 9, 2], 'water')
    block(64, 10, 0, 'oak_log')
    await stand(0, 0, 0)
    await give({ bucket: 1, iron_pickaxe: 1 })
    const origin = at(0, 0, 0)
    const climbedAt: number[] = []
    const look = () => {
      const { x, y } = body.position.minus(origin)
      if (y >= 19) climbedAt.push(x)
    }
    bot.on('physicsTick', look)
    const { result } = await perform(skill, args)
    bot.off('physicsTick', look)
    expect(result).toEqual(done)
    expect(climbedAt[0]).toBeLessThan(20)
  })
})
