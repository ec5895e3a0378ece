import { afterEach, beforeEach, expect, it } from 'vitest'
import { GameClock } from '#clock/game-clock'
import { Simulation } from '#clock/simulation'

let simulation: Simulation
let clock: GameClock

beforeEach(() => {
  simulation = Simulation.install(1)
  clock = new GameClock()
})
afterEach(() => simulation.uninstall())

it('stands still until a late server has caught up', async () => {
  await simulation.advance(100)
  clock.serverMissed(0)
  expect(clock.tick).toBe(100)
  clock.serverMissed(20)
  expect(clock.tick).toBe(100)
  await simulation.advance(20)
  expect(clock.tick).toBe(100)
  await simulation.advance(10)
  expect(clock.tick).toBe(110)
})

it('waits for the ticks that the server missed', async () => {
  await simulation.advance(100)
  const start = clock.rawTick
  const waited = clock.wait(50).then(() => clock.rawTick - start)
  await simulation.advance(30)
  clock.serverMissed(20)
  expect(await simulation.run(waited)).toBe(70)
})

it('cannot be stopped by a server', async () => {
  await simulation.advance(100)
  for (let i = 0; i < 100; i++) {
    await simulation.advance(10)
    clock.serverMissed(1e9)
  }
  expect(clock.tick).toBeGreaterThanOrEqual(275)
})
