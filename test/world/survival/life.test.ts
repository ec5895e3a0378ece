import { Vec3 } from 'vec3'
import { afterEach, describe, expect, it } from 'vitest'
import { field } from '../../support/field.ts'
import { type Practice, practice } from '../../support/practice.ts'
import { versionsFor } from '../../support/versions.ts'

let session: Practice | undefined
afterEach(async () => {
  await session?.close()
  session = undefined
})

describe.each(versionsFor('1.21.4', '1.12.2', '1.16.5'))('survival on %s', (version) => {
  it('sprinting costs hunger by its exhaustion', async () => {
    session = await practice({ version, difficulty: 'normal' })
    const { bot, simulation } = session
    const ground = await field(session)
    await ground.put(new Vec3(0, 0, -11))
    const saturation = bot.foodSaturation
    await bot.look(Math.PI, 0, true)
    bot.setControlState('sprint', true)
    bot.setControlState('forward', true)
    let distance = 0
    for (let tick = 0; tick < 400 && bot.foodSaturation === saturation; tick++) {
      const before = bot.entity.position.clone()
      await simulation.advance(1)
      const turn = Math.abs(bot.entity.position.z - ground.at(new Vec3(0, 0, 0)).z) > 10
      distance += Math.min(1, bot.entity.position.distanceTo(before))
      if (turn)
        await bot.look(
          bot.entity.position.z > ground.at(new Vec3(0, 0, 0)).z ? 0 : Math.PI,
          0,
          true,
        )
    }
    // 4 exhaustion, at 0.1 a block, costs one point of saturation.
    expect(distance).toBeGreaterThan(39)
    expect(distance).toBeLessThan(44)
    expect(bot.foodSaturation).toBe(saturation - 1)
    expect(bot.food).toBe(20)
  })

  it('a player eats in 32 ticks, and heals when fed', async () => {
    session = await practice({ version, difficulty: 'normal' })
    const { bot, simulation, world } = session
    const ground = await field(session)
    await ground.hold('bread', 2)
    for (let i = 0; i < 15; i++) {
      ground.player.vitals.exhaust(20)
      await simulation.advance(6)
    }
    const { food } = bot
    expect(food).toBeLessThan(14)
    bot.activateItem()
    await simulation.advance(20)
    bot.deactivateItem()
    await simulation.advance(20)
    expect(bot.food).toBe(food)
    expect(ground.carries('bread')).toBe(2)
    const start = world.game.time.tick
    await session.run(bot.consume())
    expect(world.game.time.tick - start).toBeGreaterThanOrEqual(32)
    expect(ground.carries('bread')).toBe(1)
    await simulation.advance(2)
    const { bread } = world.game.registry.data.foodsByName
    expect(bot.food).toBe(food + (bread?.foodPoints ?? 0))
    ground.player.vitals.eat(20, 20)
    ground.player.vitals.hurt(4, 'starve')
    await simulation.advance(60)
    expect(bot.health).toBe(20)
  })

  it('starvation stops at one health on normal', async () => {
    session = await practice({ version, difficulty: 'normal' })
    const { bot, simulation } = session
    const ground = await field(session)
    for (let i = 0; i < 30; i++) {
      ground.player.vitals.exhaust(20)
      await simulation.advance(5)
    }
    expect(bot.food).toBe(0)
    ground.player.vitals.hurt(bot.health - 3, 'starve')
    await simulation.advance(400)
    expect(bot.health).toBe(1)
  })

  it('a dead player drops its inventory and respawns on loaded ground', async () => {
    session = await practice({ version, difficulty: 'normal' })
    const { bot, simulation, world } = session
    const ground = await field(session)
    await ground.hold('cobblestone', 5)
    const drops = world.game.items.count
    let deaths = 0
    bot.on('death', () => {
      deaths++
    })
    ground.player.vitals.hurt(100, 'starve')
    await simulation.advance(60)
    expect(deaths).toBe(1)
    expect(world.game.items.count).toBe(drops + 1)
    expect(ground.carries('cobblestone')).toBe(0)
    expect(bot.health).toBe(20)
    expect(bot.food).toBe(20)
    expect(bot.entity.position.distanceTo(world.terrain.spawn)).toBeLessThan(2)
    expect(bot.entity.onGround).toBe(true)
    const below = bot.blockAt(bot.entity.position.offset(0, -1, 0))
    expect(below?.boundingBox).toBe('block')
    const before = bot.entity.position.clone()
    bot.setControlState('jump', true)
    await simulation.advance(4)
    expect(ground.player.position.y).toBeGreaterThan(before.y + 0.5)
  })

  it('a dead player respawns beside lava that covers the spawn point', async () => {
    session = await practice({ version, difficulty: 'normal' })
    const { bot, simulation, world } = session
    const ground = await field(session)
    const spawn = world.terrain.spawn.floored()
    const { level, registry } = world.game
    for (let x = spawn.x - 4; x <= spawn.x + 4; x++)
      for (let z = spawn.z - 4; z <= spawn.z + 4; z++) {
        level.set(x, spawn.y - 1, z, registry.blockState('stone'))
        // A pool with a rim, which keeps the lava in place.
        const isRim = Math.max(Math.abs(x - spawn.x), Math.abs(z - spawn.z)) === 4
        for (const up of [0, 1])
          level.set(x, spawn.y + up, z, registry.blockState(isRim ? 'stone' : 'lava'))
        for (const up of [2, 3, 4]) level.set(x, spawn.y + up, z, registry.blockState('air'))
      }
    ground.player.vitals.hurt(100, 'starve')
    await simulation.advance(60)
    expect(bot.health).toBe(20)
    expect(bot.entity.position.distanceTo(world.terrain.spawn)).toBeLessThan(10)
    expect(bot.entity.onGround).toBe(true)
    await simulation.advance(20)
    expect(bot.health).toBe(20)
  })

  it('the bot sleeps through the night and respawns at its bed', async () => {
    session = await practice({ version, difficulty: 'peaceful' })
    const { bot, simulation, world, run } = session
    const ground = await field(session)
    ground.block(new Vec3(2, 0, 0), 'red_bed', { part: 'foot', facing: 'east' })
    ground.block(new Vec3(3, 0, 0), 'red_bed', { part: 'head', facing: 'east' })
    world.game.time.ofDay = 13_000
    await simulation.advance(25)
    const bed = bot.blockAt(ground.at(new Vec3(2, 0, 0)))
    if (!bed) throw new Error('no bed')
    await run(bot.sleep(bed))
    expect(bot.isSleeping).toBe(true)
    await simulation.advance(110)
    expect(bot.isSleeping).toBe(false)
    expect(world.game.time.ofDay).toBeLessThan(20)
    expect(bot.time.timeOfDay).toBeLessThan(20)
    await ground.put(new Vec3(-8, 0, 0))
    ground.player.vitals.hurt(100, 'starve')
    await simulation.advance(60)
    expect(bot.entity.position.distanceTo(ground.at(new Vec3(3, 0, 0)))).toBeLessThan(4)
  })
})
