import { describe, expect, it } from 'vitest'
import { BOT } from '#body/bot'
import { surface } from '#skills/moving/surface'
import { surfaceForAir } from '#skills/reflexes/surface-for-air'
import { sharedStage } from '../../support/skills.ts'
import { ERAS } from '../../support/windows.ts'

/** Depth of the deep water (blocks); its top is at this height. */
const DEPTH = 26
const FULL_AIR = 20
/** Time in which a body rises by a block (ticks). */
const RISE_TICKS = 10
/** Time in which it takes a full breath (ticks). */
const BREATH_TICKS = 80
/** Time for which a player has air under water (ticks). */
const FULL_AIR_TICKS = 300

describe.each(ERAS)('in deep water of %s', (version) => {
  const stage = sharedStage(version)

  /** A basin of water, with the agent standing at its bottom. */
  const submerge = async (depth: number) => {
    const { fill, stand, simulation } = stage()
    await stand(4, 0, 0)
    await simulation.advance(BREATH_TICKS)
    fill([-2, 0, -2], [2, depth - 1, 2], 'stone')
    fill([-1, 0, -1], [1, depth - 1, 1], 'water')
    await stand(0, 0, 0)
  }
  const isDue = () => {
    const { context } = stage()
    const rests = () => false
    return surfaceForAir.when({ ...context, threats: [], underFire: false, rests })
  }

  it('the agent surfaces while it has the air for the way up', async () => {
    await submerge(DEPTH)
    const { perform, player, body, simulation } = stage()
    while (!isDue()) await simulation.advance(1)
    const { result, ticks } = await perform(surface, null)
    expect(result).toEqual({ ok: true })
    expect(ticks).toBeGreaterThan(DEPTH)
    expect(ticks).toBeLessThan(DEPTH * RISE_TICKS + BREATH_TICKS)
    expect(body.vitals.air).toBeGreaterThan(FULL_AIR / 2)
    expect(player.vitals.health).toBe(20)
    expect(body.posture.isUnderWater).toBe(false)
  })

  it('the agent may stay in shallow water, and counts its air where the server does not tell it', async () => {
    await submerge(4)
    const { body, simulation } = stage()
    expect(isDue()).toBeUndefined()
    Object.defineProperty(body[BOT], 'oxygenLevel', { get: () => undefined, set: () => {} })
    expect(body.vitals.air).toBeGreaterThan(FULL_AIR - 3)
    await simulation.advance(FULL_AIR_TICKS / 2)
    expect(body.vitals.air).toBeGreaterThanOrEqual(8)
    expect(body.vitals.air).toBeLessThanOrEqual(10)
    await simulation.advance(FULL_AIR_TICKS / 4)
    expect(isDue()).toBe('low on air')
  })
})
