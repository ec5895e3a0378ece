import { afterEach, describe, expect, it, vi } from 'vitest'
import { GameClock } from '#clock/game-clock'
import { Pace } from '#clock/pace'
import { Simulation } from '#clock/simulation'

// A simulation replaces the global later.
const { setTimeout: realSetTimeout } = globalThis

describe('real time', () => {
  afterEach(() => vi.restoreAllMocks())

  it('advances although the wall clock is set back', () => {
    const clock = new GameClock()
    const { tick } = clock
    vi.spyOn(Date, 'now').mockReturnValue(0)
    expect(clock.tick).toBeGreaterThanOrEqual(tick)
    expect(clock.tick).toBeLessThan(tick + 1000)
  })
})

describe('a simulation', () => {
  let simulation: Simulation
  afterEach(() => simulation.uninstall())

  it('waits longer than the limit of timers', async () => {
    simulation = Simulation.install(1)
    const clock = new GameClock()
    let isOver = false
    clock.wait(60_000_000).then(() => {
      isOver = true
    })
    await simulation.advance(3)
    expect(isOver).toBe(false)
  })

  it.each([
    ['max', (pace: Pace) => pace.run('max')],
    ['a word to end', (pace: Pace) => pace.release()],
  ])('at its lowest speed is woken by %s', async (_, wake) => {
    const pace = new Pace(1e-300)
    expect(pace.speed).toBe(0.01)
    simulation = Simulation.install(1, pace)
    const clock = new GameClock()
    const start = Simulation.wallMs()
    // The second tick is due after five seconds.
    realSetTimeout(() => wake(pace), 20)
    await simulation.run(clock.wait(20))
    expect(Simulation.wallMs() - start).toBeLessThan(2000)
  })
})
