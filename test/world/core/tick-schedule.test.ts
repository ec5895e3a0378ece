import { describe, expect, it } from 'vitest'
import { TickSchedule } from '#world/core/tick-schedule'

/** Ticks at each of the times at which a timer fires (ms). */
function ticksAt(times: readonly number[]): number[] {
  const schedule = new TickSchedule(50, 0)
  return times.map((time) => schedule.due(time))
}

describe('the pace of a world', () => {
  it('is one tick each time that an exact timer fires', () => {
    expect(ticksAt([50, 100, 150, 200])).toEqual([1, 1, 1, 1])
  })

  it('stays at 20 ticks a second with a timer that is 1 ms late each time', () => {
    const times = Array.from({ length: 1000 }, (_, i) => (i + 1) * 51)
    const ticks = ticksAt(times).reduce((sum, each) => sum + each, 0)
    expect(ticks).toBe(Math.floor(51_000 / 50))
  })

  it('makes up for a stall tick by tick, and skips what exceeds two seconds', () => {
    const madeUp = (stall: number) => {
      const times = Array.from({ length: 100 }, (_, i) => stall + i * 50)
      return ticksAt(times).filter((ticks) => ticks === 2).length
    }
    expect(madeUp(50 + 500)).toBe(10)
    expect(madeUp(10_000)).toBe(0)
  })
})
