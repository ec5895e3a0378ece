import { afterEach, describe, expect, it, vi } from 'vitest'
import { GameClock } from '#clock/game-clock'
import { Pace } from '#clock/pace'
import { Simulation } from '#clock/simulation'

// Taken before a simulation can replace it.
const { setTimeout: realSetTimeout } = globalThis

describe('real time', () => {
  afterEach(() => vi.restoreAllMocks())

  it('goes on though the wall clock is put back', () => {
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

  it('waits for longer than a timer can be set to', async () => {
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
  ])('that passes as slowly as it can is woken by %s', async (_, wake) => {
    const pace = new Pace(1e-300)
    expect(pace.speed).toBe(0.01)
    simulation = Simulation.install(1, pace)
    const clock = new GameClock()
    const start = Simulation.wallMs()
    // Five seconds lie before the second tick.
    realSetTimeout(() => wake(pace), 20)
    await simulation.run(clock.wait(20))
    expect(Simulation.wallMs() - start).toBeLessThan(2000)
  })
})
