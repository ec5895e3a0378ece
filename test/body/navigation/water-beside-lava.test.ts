import { describe, expect, it } from 'vitest'
import { lookAtStep } from '#body/navigation/footing'
import { swimOut } from '#skills/moving/swim-out'
import { sharedStage } from '../../support/skills.ts'

describe('a step into water', () => {
  const on = sharedStage('1.16.5', { perception: 'loaded' })

  const look = async (nearLava: boolean) => {
    const { body, at, simulation } = on()
    await simulation.advance(2)
    const { x, y, z } = at(1, -1, 0)
    return lookAtStep(body, { x, y, z, clear: [], how: 'swim', nearLava })
  }

  it('is unsafe where a current may carry the agent into lava that it did not know of', async () => {
    const { block } = on()
    block(1, -1, 0, 'water')
    expect(await look(false)).toBeUndefined()
    block(2, -2, 1, 'lava')
    expect(await look(false)).toBe('unsafe')
    expect(await look(true)).toBeUndefined()
  })

  it('is taken where there is no other way out of the water', async () => {
    const { block, fill, stand, body, perform } = on()
    fill([-1, -2, -1], [9, -1, 1], 'bedrock')
    fill([0, 0, -1], [4, 3, 1], 'bedrock')
    fill([1, 0, 0], [5, 1, 0], 'air')
    fill([1, -1, 0], [4, -1, 0], 'water')
    for (const x of [3, 4]) block(x, -2, 1, 'lava')
    await stand(1, -1, 0)
    expect((await perform(swimOut, null)).result).toEqual({ ok: true })
    expect(body.footing.inWater).toBe(false)
  })
})
