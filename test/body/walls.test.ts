import { Vec3 } from 'vec3'
import { describe, expect, it } from 'vitest'
import { guardPhysics } from '#body/physics-guard'
import { PLAYER_HALF_WIDTH } from '#knowledge/player-size'
import { sharedStage } from '../support/skills.ts'
import { versionsFor } from '../support/versions.ts'

/** X of a wall at which rounding moves an adjacent player into it by the smallest difference of two numbers. */
const WALL = -2
/** Y of a ceiling with the same for a standing player below it. Above 0, rounding does not do that. */
const CEILING = -1
const HEIGHT = 1.8
const ARRIVE_TICKS = 60

describe.each(versionsFor('1.21.4', '1.18.2', '26.1'))('a player on %s', (version) => {
  const on = sharedStage(version, { viewDistance: 3 })

  it('does not swim into a ceiling that it touches', async () => {
    const { bot, body, game, player, simulation, at, fill } = on()
    guardPhysics(bot)
    const below = at(0, 0, 0).offset(0.5, 0, 0.5)
    const floor = CEILING - 3 - below.y
    below.y = CEILING - HEIGHT
    expect(below.y + HEIGHT).toBeGreaterThan(CEILING)
    fill([-2, floor, -2], [2, floor + 3, 2], 'stone')
    fill([0, floor + 1, 0], [0, floor + 1, 0], 'water')
    fill([0, floor + 2, 0], [0, floor + 2, 0], 'air')
    game.movement.teleport(player, below)
    await simulation.advance(ARRIVE_TICKS)
    body.controls.press({ jump: true })
    let highest = below.y - 1
    for (let tick = 0; tick < 20; tick++) {
      await simulation.advance(1)
      highest = Math.max(highest, body.position.y)
    }
    body.release()
    expect(highest).toBeCloseTo(below.y, 6)
  })
})

describe.each(versionsFor('1.21.4', '1.12.2', '1.16.5'))('a player on %s', (version) => {
  // The wall is far from the stage.
  const on = sharedStage(version, { viewDistance: 3 })

  it('does not walk into a wall that it touches', async () => {
    const { bot, body, game, player, simulation, at, fill } = on()
    guardPhysics(bot)
    const start = at(0, 0, 0)
    const beside = new Vec3(0.5, start.y, WALL - PLAYER_HALF_WIDTH)
    expect(beside.z + PLAYER_HALF_WIDTH).toBeGreaterThan(WALL)
    const from = new Vec3(-3, start.y, WALL).minus(start)
    fill([from.x, -1, from.z - 4], [from.x + 7, -1, from.z], 'stone')
    fill([from.x, 0, from.z], [from.x + 7, 3, from.z], 'stone')
    // In steps, so that the chunks on the way are loaded.
    for (const part of [0.25, 0.5, 0.75]) {
      game.movement.teleport(player, start.plus(beside.minus(start).scaled(part)))
      await simulation.advance(ARRIVE_TICKS)
    }
    game.movement.teleport(player, beside)
    await simulation.advance(ARRIVE_TICKS)
    await body.controls.lookAt(beside.offset(0.3, 1.6, 3))
    body.controls.press({ forward: true })
    for (let tick = 0; tick < 10; tick++) {
      await simulation.advance(1)
      expect(body.position.z).toBeLessThan(beside.z + 1e-6)
    }
    body.release()
    expect(body.position.x).toBeGreaterThan(beside.x + 0.05)
  })
})
