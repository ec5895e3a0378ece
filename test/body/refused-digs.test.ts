import { beforeAll, describe, expect, it } from 'vitest'
import { digBlock } from '#body/dig'
import { heedDigAnswers } from '#body/dig-answers'
import { sharedStage } from '../support/skills.ts'
import { ERAS } from '../support/windows.ts'

/** A dig of stone by hand takes this long (ticks). */
const STONE_TICKS = 150

describe.each(ERAS)('in a protected place of %s', (version) => {
  const stage = sharedStage(version, { faults: ['protect'] })
  const { signal } = new AbortController()
  beforeAll(() => heedDigAnswers(stage().bot))

  it('the agent gives a dig up when the server refuses its start, and still sees the block', async () => {
    const { at, block, body, bot, kind, run, stand } = stage()
    block(1, 0, 0, 'stone')
    await stand(0, 0, 0)
    const start = body.clock.tick
    expect(await run(digBlock(body, at(1, 0, 0), signal))).toBe(false)
    expect(body.clock.tick - start).toBeLessThan(STONE_TICKS / 5)
    expect([kind(1, 0, 0), bot.blockAt(at(1, 0, 0))?.name]).toEqual(['stone', 'stone'])
  })
})

describe.each(ERAS)('on land of %s that a plugin protects', (version) => {
  const stage = sharedStage(version, { faults: ['claim'] })
  const { signal } = new AbortController()
  beforeAll(() => heedDigAnswers(stage().bot))

  it('the agent digs elsewhere after three blocks that came back', async () => {
    const { at, block, body, run, stand } = stage()
    const places = [1, 2, 3, 4].map((z) => at(2, 0, z - 2))
    for (const z of [1, 2, 3, 4]) block(2, 0, z - 2, 'dirt')
    await stand(0, 0, 0)
    for (const place of places) {
      expect(body.isProtected(place)).toBe(place === places[3])
      await run(digBlock(body, place, signal))
      await run(body.wait(12, signal))
    }
    expect(body.isProtected(at(10, 0, 0))).toBe(true)
    expect(body.isProtected(at(20, 0, 0))).toBe(false)
  })
})
