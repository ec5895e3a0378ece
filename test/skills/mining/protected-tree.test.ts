import { beforeAll, describe, expect, it } from 'vitest'
import { heedDigAnswers } from '#body/dig-answers'
import { Interrupt } from '#body/interrupt'
import { mine } from '#skills/mining/mine'
import { sharedStage } from '../../support/skills.ts'
import { ERAS } from '../../support/windows.ts'

/** A log by hand takes this long, with the pause after it (ticks). The agent digs each at most twice. */
const LOG_TICKS = 66
const TRIES = 2

describe.each(ERAS)('a tree of %s on land that a plugin protects', (version) => {
  const stage = sharedStage(version, { faults: ['claim'] })
  beforeAll(() => heedDigAnswers(stage().bot))

  it('the agent leaves it after three logs that came back', async () => {
    const { at, body, fill, perform, stand } = stage()
    fill([2, 0, 0], [2, 4, 0], 'oak_log')
    await stand(0, 0, 0)
    const stop = new AbortController()
    const unwatch = body.onTick(() => {
      if (body.isProtected(at(2, 4, 0)))
        stop.abort(new Interrupt('interrupted', 'the land is protected'))
    })
    const { ticks } = await perform(mine, { item: 'log', count: 5 }, { signal: stop.signal })
    unwatch()
    expect(stop.signal.aborted).toBe(true)
    expect(ticks).toBeGreaterThan(2 * LOG_TICKS)
    expect(ticks).toBeLessThan(3 * TRIES * LOG_TICKS + LOG_TICKS)
  })
})
