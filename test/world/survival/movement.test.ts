import { Vec3 } from 'vec3'
import { afterEach, describe, expect, it } from 'vitest'
import { type Field, field } from '../../support/field.ts'
import { type Practice, practice } from '../../support/practice.ts'
import { versionsFor } from '../../support/versions.ts'

let session: Practice | undefined
afterEach(async () => {
  await session?.close()
  session = undefined
})

/** A client without physics, whose positions the test reports. */
interface Puppet {
  readonly ground: Field
  /** Reports a movement from its position on the server, and lets a tick pass. */
  move(dx: number, dy: number, dz: number): Promise<void>
  /** Its position on the server, relative to the field. */
  place(): Vec3
}

async function puppet(version: string): Promise<Puppet> {
  session = await practice({ version })
  const { bot, simulation } = session
  const ground = await field(session)
  bot.physicsEnabled = false
  const flags = { onGround: true, hasHorizontalCollision: false }
  return {
    ground,
    async move(dx, dy, dz) {
      const { x, y, z } = ground.player.position.offset(dx, dy, dz)
      bot._client.write('position', { x, y, z, onGround: true, flags })
      await simulation.advance(1)
    },
    place: () => ground.player.position.minus(ground.at(new Vec3(0, 0, 0))),
  }
}

describe.each(versionsFor('1.21.4', '1.12.2', '1.16.5'))('movement on %s', (version) => {
  it('a player cannot fly up', async () => {
    const { move, place } = await puppet(version)
    let highest = 0
    for (let tick = 0; tick < 130; tick++) {
      await move(0, 0.5, 0)
      highest = Math.max(highest, place().y)
    }
    expect(highest).toBeLessThan(1.3)
  })

  it('a player cannot fly up by repeating the steps of a jump', async () => {
    const { move, place } = await puppet(version)
    let highest = 0
    for (let tick = 0; tick < 60; tick++) {
      await move(0, [0.42, 0.33, 0.24][tick % 3] ?? 0, 0)
      highest = Math.max(highest, place().y)
    }
    expect(highest).toBeLessThan(1.3)
  })

  it('a player cannot stay in the air, with or without movement packets', async () => {
    const { ground, move, place } = await puppet(version)
    const { simulation } = session ?? {}
    for (const step of [0.42, 0.33, 0.24]) await move(0, step, 0)
    for (let tick = 0; tick < 20; tick++) await move(0.1, 0, 0)
    expect(place().y).toBe(0)
    await ground.put(new Vec3(0, 0, 0))
    for (const step of [0.42, 0.33, 0.24]) await move(0, step, 0)
    expect(place().y).toBeGreaterThan(0.9)
    await simulation?.advance(60)
    expect(place().y).toBe(0)
  })

  it('a player cannot exceed the maximum speed', async () => {
    const { move, place } = await puppet(version)
    await move(-10, 0, 0)
    for (let tick = 0; tick < 20; tick++) await move(1, 0, 0)
    const distance = place().x + 10
    expect(distance).toBeGreaterThan(5)
    expect(distance).toBeLessThanOrEqual(10.5)
  })

  it('a player cannot move its hitbox into blocks', async () => {
    const { ground, move, place } = await puppet(version)
    ground.fill(new Vec3(1, 0, -1), new Vec3(1, 0, 1), 'stone')
    ground.fill(new Vec3(-2, 1, -1), new Vec3(-2, 1, 1), 'stone')
    ground.fill(new Vec3(-1, 0, 2), new Vec3(1, 1, 2), 'oak_fence')
    for (const [dx, dz] of [
      // Into a wall, under a block at head height, through a fence.
      [0.3, 0],
      [-1.3, 0],
      [0, 3.5],
    ] as const) {
      await ground.put(new Vec3(0, 0, 0))
      await move(dx, 0, dz)
      expect(place()).toEqual(new Vec3(0, 0, 0))
    }
    await move(0.2, 0, 0.2)
    expect(place().distanceTo(new Vec3(0.2, 0, 0.2))).toBeLessThan(1e-9)
  })

  it.each([
    [
      1.75,
      [
        [0, 'white_carpet', {}],
        [1, 'oak_trapdoor', { half: 'top' }],
      ],
    ],
    [1.5, [[1, 'stone_slab', { type: 'top' }]]],
  ] as const)('a player stays crouched under a ceiling of %d blocks', async (gap, blocks) => {
    const { ground, move, place } = await puppet(version)
    const { bot, simulation } = session ?? {}
    if (!bot || !simulation) throw new Error('no session')
    for (let x = -1; x <= 5; x++)
      for (const [y, name, properties] of blocks)
        if (x > 0 || y === 0) ground.block(new Vec3(x, y, 0), name, properties)
    ground.fill(new Vec3(4, 0, -1), new Vec3(9, 2, 1), 'stone')
    await ground.put(new Vec3(0, gap === 1.75 ? 1 / 16 : 0, 0))
    bot.setControlState('sneak', true)
    for (let tick = 0; tick < 10; tick++) await move(0.2, 0, 0)
    // Before 1.14, a sneaking player is 1.65 blocks high.
    if (gap === 1.5 && version === '1.12.2') {
      expect(place().x).toBeLessThan(0.5)
      return
    }
    expect(place().x).toBeGreaterThan(1.7)
    bot.setControlState('sneak', false)
    for (let tick = 0; tick < 5; tick++) await move(0.2, 0, 0)
    expect(place().x).toBeGreaterThan(2.5)
    expect(ground.player.pose).toBe('sneaking')
    for (let tick = 0; tick < 20; tick++) await move(0.3, 0, 0)
    expect(place().x).toBeLessThan(3.3)
    for (let tick = 0; tick < 20; tick++) await move(-0.2, 0, 0)
    expect(ground.player.pose).toBe('standing')
  })

  it('a player has the eyes of its pose', async () => {
    const { ground } = await puppet(version)
    const { bot, simulation } = session ?? {}
    const eyes = () => ground.player.eye.y - ground.player.position.y
    expect(eyes()).toBeCloseTo(1.62)
    bot?.setControlState('sneak', true)
    await simulation?.advance(2)
    expect(eyes()).toBeCloseTo(version === '1.12.2' ? 1.54 : 1.27)
    bot?.setControlState('sneak', false)
    await simulation?.advance(2)
    expect(eyes()).toBeCloseTo(1.62)
  })

  it('a player swims once its eyes are under water, not in a thin layer', async () => {
    const { ground, move } = await puppet(version)
    const { bot, simulation } = session ?? {}
    if (!bot || !simulation) throw new Error('no session')
    ground.fill(new Vec3(-3, 0, -3), new Vec3(3, 3, 3), 'stone')
    ground.fill(new Vec3(-2, 0, -2), new Vec3(2, 0, 2), 'water')
    ground.fill(new Vec3(-2, 1, -2), new Vec3(2, 3, 2), 'air')
    ground.fill(new Vec3(2, 1, -1), new Vec3(2, 1, 1), 'stone')
    await ground.put(new Vec3(0, 0, 0))
    bot.setControlState('sprint', true)
    for (let tick = 0; tick < 16; tick++) await move(0.2, 0, 0)
    expect(ground.player.pose).toBe('standing')
    expect(ground.player.position.x - ground.at(new Vec3(0, 0, 0)).x).toBeLessThan(1.3)
    await ground.put(new Vec3(0, 0, 0))
    ground.fill(new Vec3(-2, 1, -2), new Vec3(2, 2, 2), 'water')
    await simulation.advance(2)
    expect(ground.player.pose).toBe(version === '1.12.2' ? 'standing' : 'crawling')
    ground.fill(new Vec3(-2, 1, -2), new Vec3(2, 2, 2), 'air')
    await simulation.advance(2)
    expect(ground.player.pose).toBe(version === '1.12.2' ? 'standing' : 'crawling')
    bot.setControlState('sprint', false)
    await simulation.advance(2)
    expect(ground.player.pose).toBe('standing')
  })

  it('a player can jump, climb, swim, step and take knockback without a rejected move', async () => {
    session = await practice({ version, difficulty: 'normal' })
    const { bot, simulation } = session
    const ground = await field(session)
    ground.fill(new Vec3(-1, 0, 3), new Vec3(1, 0, 4), 'stone')
    ground.fill(new Vec3(-1, 0, 7), new Vec3(1, 4, 7), 'stone')
    for (let y = 0; y < 5; y++) ground.block(new Vec3(0, y, 6), 'ladder', { facing: 'north' })
    ground.fill(new Vec3(-9, 0, -4), new Vec3(-4, 2, 4), 'stone')
    ground.fill(new Vec3(-8, 0, -3), new Vec3(-5, 2, 3), 'water')
    ground.fill(new Vec3(4, 0, -1), new Vec3(6, 0, 1), 'stone_slab')
    let putBack = 0
    bot.on('forcedMove', () => {
      putBack++
    })
    const go = async (from: Vec3, yaw: number, controls: readonly ('jump' | 'sprint')[]) => {
      await ground.put(from)
      const before = putBack
      await bot.look(yaw, 0, true)
      bot.setControlState('forward', true)
      for (const control of controls) bot.setControlState(control, true)
      let top = 0
      for (let tick = 0; tick < 60; tick++) {
        await simulation.advance(1)
        top = Math.max(top, bot.entity.position.y - ground.at(from).y)
      }
      bot.clearControlStates()
      await simulation.advance(20)
      return { putBack: putBack - before, top }
    }
    // South over the blocks and up the ladder, west through the pool, east over the slabs.
    const climb = await go(new Vec3(0, 0, -3), Math.PI, ['jump', 'sprint'])
    expect(climb.putBack).toBe(0)
    expect(climb.top).toBeGreaterThan(4)
    const swim = await go(new Vec3(-6, 0, 0), Math.PI / 2, ['jump'])
    expect(swim.putBack).toBe(0)
    expect(swim.top).toBeGreaterThan(3)
    const walk = await go(new Vec3(1, 0, 0), -Math.PI / 2, ['sprint'])
    expect(walk.putBack).toBe(0)
    await ground.put(new Vec3(0, 0, 0))
    const before = putBack
    bot.setControlState('jump', true)
    for (let hit = 0; hit < 4; hit++) {
      ground.player.vitals.hurt(1, 'mob', ground.at(new Vec3(0, 0, 1)))
      await simulation.advance(11)
    }
    expect(putBack).toBe(before)
  })
})
