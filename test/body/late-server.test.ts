import { describe, expect, it } from 'vitest'
import { digBlock } from '#body/dig'
import { placeBlock } from '#body/place'
import { sharedStage } from '../support/skills.ts'
import { ERAS } from '../support/windows.ts'

describe.each(ERAS)('on a server of %s whose ticks are late', (version) => {
  const stage = sharedStage(version, { faults: ['lag'] })
  const { signal } = new AbortController()

  it('the agent waits until the server breaks the block that it has dug', async () => {
    const { at, block, kind, run, give, stand, body } = stage()
    await give({ wooden_pickaxe: 1 })
    for (let round = 0; round < 3; round++) {
      block(1, 0, 0, 'stone')
      await stand(0, 0, 0)
      body.clock.serverMissed(body.clock.missedTicks + 1)
      expect(await run(digBlock(body, at(1, 0, 0), signal))).toBe(true)
      expect(kind(1, 0, 0)).toBe('air')
    }
  })

  it('the agent places a block where it has just dug one, and knows whether it is there', async () => {
    const { at, block, kind, run, give, stand, body } = stage()
    await give({ wooden_pickaxe: 1, oak_planks: 8 })
    for (let round = 0; round < 3; round++) {
      block(1, 0, 0, 'stone')
      block(2, 0, 0, 'stone')
      await stand(0, 0, 0)
      expect(await run(digBlock(body, at(1, 0, 0), signal))).toBe(true)
      const isPlaced = await run(placeBlock(body, ['oak_planks'], at(1, 0, 0), signal))
      expect([isPlaced, kind(1, 0, 0)]).toEqual([isPlaced, isPlaced ? 'oak_planks' : 'air'])
    }
  })

  it("waits last as long in the server's ticks", async () => {
    const { body, run } = stage()
    const start = body.clock.rawTick
    let ticks = 0
    const look = () => {
      if (++ticks === 20) body.clock.serverMissed(body.clock.missedTicks + 15)
      return false
    }
    expect(await run(body.until(look, 40, signal))).toBe(false)
    expect(body.clock.rawTick - start).toBeGreaterThanOrEqual(54)
  })
})
