import { describe, expect, it } from 'vitest'
import { lookAtStep } from '#body/navigation/footing'
import { sharedStage } from '../../support/skills.ts'

describe('a step into water', () => {
  const on = sharedStage('1.16.5', { perception: 'loaded' })

  const look = async () => {
    const { body, at, simulation } = on()
    await simulation.advance(2)
    const { x, y, z } = at(1, -1, 0)
    return lookAtStep(body, { x, y, z, clear: [], how: 'swim' })
  }

  it('is unsafe where a current may carry the agent into lava, unless it is there already', async () => {
    const { block, fill, stand } = on()
    fill([0, -1, 0], [1, -1, 0], 'water')
    await stand(-1, 0, 0)
    expect(await look()).toBeUndefined()
    block(2, -2, 1, 'lava')
    expect(await look()).toBe('unsafe')
    block(-1, -2, 1, 'lava')
    await stand(0, -1, 0)
    expect(await look()).toBeUndefined()
  })
})
