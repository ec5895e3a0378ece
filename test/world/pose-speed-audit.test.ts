import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Floor, floorIn } from '../support/floor.ts'
import { type Practice, practice } from '../support/practice.ts'
import { versionsFor } from '../support/versions.ts'

const RADIUS = 12
/** Speeds of the vanilla client (blocks a tick). */
const SNEAKING = 0.0655
const DIAGONALLY = SNEAKING * Math.SQRT2
const WALKING = 0.2158

describe.each(versionsFor('1.16.5', '1.21.4'))('a player on %s', (version) => {
  let session: Practice
  let floor: Floor
  beforeAll(async () => {
    session = await practice({ version })
    floor = floorIn(session, RADIUS)
  })
  afterAll(() => session.close())
  beforeEach(async () => {
    const { bot, simulation } = session
    floor.fill([-RADIUS, -1, -RADIUS], [RADIUS, -1, RADIUS], 'stone')
    floor.fill([-RADIUS, 0, -1], [RADIUS, 2, 1], 'air')
    bot.physicsEnabled = true
    bot.clearControlStates()
    floor.teleport(-RADIUS, 0, 0)
    await simulation.advance(20)
  })

  const violations = () => floor.game.clientLimits.violations['move-speed'] ?? 0
  /** Violations in the course of some work. */
  const during = async (work: () => Promise<void>) => {
    const before = violations()
    await work()
    return violations() - before
  }
  /** Moves in each tick, as a client without physics. */
  const move = async (speed: number, ticks: number) => {
    const { bot, simulation } = session
    bot.physicsEnabled = false
    for (let tick = 0; tick < ticks; tick++) {
      bot.entity.position.x += speed
      await simulation.advance(1)
    }
  }
  const lowerCeiling = async () => {
    floor.fill([-RADIUS, 1, -1], [RADIUS, 1, 1], 'stone')
    await session.simulation.advance(3)
    expect(floor.player.pose).toBe('crawling')
  }

  it('crawls at the speed of the pose', async () => {
    await lowerCeiling()
    expect(await during(() => move(SNEAKING, 80))).toBe(0)
    expect(await during(() => move(DIAGONALLY, 80))).toBe(0)
  })

  it('is counted when it crawls as fast as it walks', async () => {
    await lowerCeiling()
    expect(await during(() => move(WALKING, 50))).toBeGreaterThan(0)
  })

  it('walks at full speed when it stands', async () => {
    expect(await during(() => move(WALKING, 80))).toBe(0)
  })

  it('may keep its speed on ice', async () => {
    floor.fill([-RADIUS, -1, -1], [RADIUS, -1, 1], 'ice')
    await lowerCeiling()
    expect(await during(() => move(WALKING, 50))).toBe(0)
  })

  it('may swim faster', async () => {
    await lowerCeiling()
    floor.fill([-RADIUS, 0, 0], [RADIUS, 0, 0], 'water')
    expect(await during(() => move(DIAGONALLY * 1.5, 60))).toBe(0)
  })

  it('sneaks out of a sprint, and is counted only if it keeps the speed', async () => {
    const { bot, simulation } = session
    await bot.look(-Math.PI / 2, 0, true)
    const sprintThenSneak = async () => {
      bot.setControlState('forward', true)
      bot.setControlState('sprint', true)
      await simulation.advance(12)
      bot.setControlState('sprint', false)
      bot.setControlState('sneak', true)
      await simulation.advance(60)
    }
    expect(await during(sprintThenSneak)).toBe(0)
    expect(floor.player.pose).toBe('sneaking')
    floor.teleport(-RADIUS, 0, 0)
    expect(await during(() => move(WALKING, 60))).toBeGreaterThan(0)
  })
})
