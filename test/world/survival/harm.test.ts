import { Vec3 } from 'vec3'
import { afterEach, describe, expect, it } from 'vitest'
import { fallDamage } from '#world/survival/falls'
import { field } from '../../support/field.ts'
import { type Practice, practice } from '../../support/practice.ts'
import { versionsFor } from '../../support/versions.ts'

let session: Practice | undefined
afterEach(async () => {
  await session?.close()
  session = undefined
})

describe.each(versionsFor('1.12.2', '1.16.5', '1.21.4'))('damage on %s', (version) => {
  it('a fall causes damage from the fourth block on', async () => {
    session = await practice({ version, difficulty: 'normal' })
    const { bot, simulation } = session
    const ground = await field(session)
    for (const height of [3, 4, 9]) {
      await ground.put(new Vec3(0, height, 0))
      const lowest = ground.lowestHealth()
      await simulation.advance(30)
      expect(bot.entity.onGround).toBe(true)
      expect(lowest()).toBe(20 - fallDamage(height, 'stone'))
      await ground.heal()
    }
  })

  it('a bed halves the height of a fall', async () => {
    session = await practice({ version, difficulty: 'normal' })
    const { simulation } = session
    const ground = await field(session)
    ground.block(new Vec3(0, 0, 0), 'red_bed', { part: 'foot', facing: 'north' })
    ground.block(new Vec3(0, 0, -1), 'red_bed', { part: 'head', facing: 'north' })
    for (const [height, damage] of [
      [5.5, 0],
      [9, 2],
    ] as const) {
      await ground.put(new Vec3(0, height, 0))
      const lowest = ground.lowestHealth()
      await simulation.advance(40)
      expect(lowest()).toBe(20 - damage)
      await ground.heal()
    }
  })

  it('fall damage ignores the ground flag of the client', async () => {
    session = await practice({ version, difficulty: 'normal' })
    const { bot, simulation, world } = session
    const ground = await field(session)
    bot.physicsEnabled = false
    await ground.put(new Vec3(0, 8, 0))
    for (let fallen = 1; fallen <= 8; fallen++) {
      bot.entity.position.y--
      bot.entity.onGround = true
      await simulation.advance(1)
    }
    await simulation.advance(3)
    const [player] = world.game.players
    expect(player?.vitals.health).toBe(20 - fallDamage(8, 'stone'))
  })

  it('a player drowns after 15 seconds under water', async () => {
    session = await practice({ version, difficulty: 'normal' })
    const { bot, simulation } = session
    const ground = await field(session)
    ground.fill(new Vec3(-1, 0, -1), new Vec3(1, 4, 1), 'stone')
    ground.fill(new Vec3(0, 0, 0), new Vec3(0, 4, 0), 'water')
    await ground.put(new Vec3(0, 0, 0))
    const lowest = ground.lowestHealth()
    await simulation.advance(280)
    expect(lowest()).toBe(20)
    expect(bot.oxygenLevel).toBeLessThan(3)
    await simulation.advance(45)
    expect(lowest()).toBe(18)
    bot.setControlState('jump', true)
    ground.fill(new Vec3(0, 0, 0), new Vec3(0, 4, 0), 'air')
    await simulation.advance(100)
    expect(bot.oxygenLevel).toBe(20)
  })

  it('lava burns a player, also after leaving it', async () => {
    session = await practice({ version, difficulty: 'normal' })
    const { bot, simulation } = session
    const ground = await field(session)
    ground.block(new Vec3(0, 0, 0), 'lava')
    await ground.put(new Vec3(0, 0, 0))
    expect(bot.health).toBeLessThanOrEqual(16)
    ground.block(new Vec3(0, 0, 0), 'air')
    await simulation.advance(12)
    const hurts = ground.hurts()
    await simulation.advance(100)
    expect(hurts()).toBe(5)
    const burns = () => Number(bot.entity.metadata[0]) & 1
    expect(burns()).toBe(1)
    ground.block(new Vec3(0, 0, 0), 'water')
    await simulation.advance(4)
    expect(burns()).toBe(0)
  })

  it('cactus and suffocation damage twice a second', async () => {
    session = await practice({ version, difficulty: 'normal' })
    const { simulation } = session
    const ground = await field(session)
    ground.block(new Vec3(0, -2, 0), 'stone')
    ground.block(new Vec3(0, -1, 0), 'sand')
    ground.block(new Vec3(0, 0, 0), 'cactus')
    await ground.put(new Vec3(0, 1, 0))
    const hurts = ground.hurts()
    await simulation.advance(40)
    expect(hurts()).toBe(4)
    await ground.put(new Vec3(4, 0, 0))
    await simulation.advance(20)
    // A block that the head only touches does no harm, one that reaches near the eyes does.
    for (const y of [0, 1]) ground.block(new Vec3(5, y, 0), 'stone')
    for (const [x, damages] of [
      [4.25, 0],
      [4.3, 4],
    ] as const) {
      await ground.put(new Vec3(x, 0, 0))
      const already = hurts()
      await simulation.advance(40)
      expect(hurts() - already).toBe(damages)
    }
    for (const y of [0, 1]) ground.block(new Vec3(5, y, 0), 'air')
    await ground.put(new Vec3(4, 0, 0))
    await simulation.advance(20)
    // From 1.14 on, a player with one free block crawls instead of suffocating.
    for (const y of [0, 1]) ground.block(new Vec3(4, y, 0), 'stone')
    const before = hurts()
    await simulation.advance(40)
    expect(hurts() - before).toBe(4)
  })

  it('players cannot move into walls or too far', async () => {
    session = await practice({ version, difficulty: 'normal' })
    const { bot, simulation, world } = session
    const ground = await field(session)
    ground.fill(new Vec3(1, 0, -2), new Vec3(1, 3, 2), 'stone')
    await ground.put(new Vec3(0, 0, 0))
    const [player] = world.game.players
    const start = player?.position.clone()
    for (const leap of [
      new Vec3(1, 0, 0),
      new Vec3(2, 0, 0),
      new Vec3(0, 11, 0),
      new Vec3(0, Number.NaN, 0),
    ]) {
      const { x, y, z } = (start ?? bot.entity.position).plus(leap)
      const flags = { onGround: true, hasHorizontalCollision: false }
      bot._client.write('position', { x, y, z, onGround: true, flags })
      await simulation.advance(5)
      expect(player?.position).toEqual(start)
      expect(bot.entity.position).toEqual(start)
    }
  })
})
