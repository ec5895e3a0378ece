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

const NIGHT = 18_000

describe.each(versionsFor('1.21.4', '1.12.2', '1.16.5'))('mobs on %s', (version) => {
  it('a zombie attacks by night and burns by day', async () => {
    session = await practice({ version, difficulty: 'normal' })
    const { bot, simulation, world } = session
    const ground = await field(session)
    world.game.time.ofDay = NIGHT
    ground.fill(new Vec3(4, 0, -4), new Vec3(4, 2, 3), 'stone')
    const zombie = world.game.mobs.spawn('zombie', ground.at(new Vec3(8, 0, 0)))
    ground.fill(new Vec3(4, 2, 0), new Vec3(4, 2, 0), 'air')
    ground.fill(new Vec3(4, 1, 0), new Vec3(4, 1, 0), 'air')
    const lowest = ground.lowestHealth()
    for (let tick = 0; tick < 300 && lowest() === 20; tick++) await simulation.advance(1)
    expect(lowest()).toBe(17)
    expect(bot.entities[zombie.id]?.name).toBe('zombie')
    expect(bot.entities[zombie.id]?.position.distanceTo(zombie.position)).toBeLessThan(0.5)
    world.game.time.ofDay = 6000
    ground.fill(new Vec3(-11, 0, -1), new Vec3(-9, 3, 1), 'stone')
    ground.fill(new Vec3(-10, 0, 0), new Vec3(-10, 1, 0), 'air')
    await ground.put(new Vec3(-10, 0, 0))
    await simulation.advance(500)
    expect(world.game.population.has(zombie.id)).toBe(false)
  })

  it('a cow killed by the bot drops beef', async () => {
    session = await practice({ version, difficulty: 'normal' })
    const { bot, simulation, world } = session
    const ground = await field(session)
    const cow = world.game.mobs.spawn('cow', ground.at(new Vec3(2, 0, 0)))
    await ground.hold('iron_sword')
    await simulation.advance(20)
    let attacks = 0
    while (world.game.population.has(cow.id) && attacks < 40) {
      await ground.put(cow.position.minus(ground.at(new Vec3(0, 0, 0))).offset(1.5, 0, 0))
      const seen = bot.entities[cow.id]
      if (!seen) break
      if (!cow.dead) {
        bot.attack(seen)
        attacks++
      }
      await simulation.advance(13)
    }
    // 10 health, 6 damage an attack.
    expect(attacks).toBe(2)
    await ground.put(cow.position.minus(ground.at(new Vec3(0, 0, 0))))
    await simulation.advance(20)
    expect(ground.carries('beef')).toBeGreaterThan(0)
    expect(ground.player.inventory.heldItem?.durabilityUsed).toBe(2)
  })

  it('shears take the wool of a sheep once', async () => {
    session = await practice({ version, difficulty: 'normal' })
    const { bot, simulation, world } = session
    const ground = await field(session)
    const sheep = world.game.mobs.spawn('sheep', ground.at(new Vec3(2, 0, 0)))
    await ground.hold('shears')
    const seen = bot.entities[sheep.id]
    if (!seen) throw new Error('the client does not see the sheep')
    for (let i = 0; i < 2; i++) {
      await session.run(bot.activateEntity(seen))
      await simulation.advance(5)
    }
    await ground.put(new Vec3(2, 0, 0))
    await simulation.advance(30)
    const wool = ground.carries(`${sheep.wool}_wool`)
    expect(wool).toBeGreaterThanOrEqual(1)
    expect(wool).toBeLessThanOrEqual(3)
    expect(ground.player.inventory.heldItem?.durabilityUsed).toBe(1)
  })

  it('skeletons shoot and creepers explode', async () => {
    session = await practice({ version, difficulty: 'normal' })
    const { simulation, world } = session
    const ground = await field(session)
    world.game.time.ofDay = NIGHT
    const lowest = ground.lowestHealth()
    const skeleton = world.game.mobs.spawn('skeleton', ground.at(new Vec3(8, 0, 0)))
    await simulation.advance(200)
    expect(lowest()).toBeLessThan(20)
    world.game.population.get(skeleton.id)?.position.set(0, 400, 0)
    await ground.heal()
    const creeper = world.game.mobs.spawn('creeper', ground.at(new Vec3(-6, 0, 0)))
    await simulation.advance(200)
    expect(world.game.population.has(creeper.id)).toBe(false)
    expect(lowest()).toBeLessThan(10)
    const { level } = world.game
    let holes = 0
    for (let dx = -8; dx <= 8; dx++) {
      for (let dz = -8; dz <= 8; dz++) {
        const { x, y, z } = ground.at(new Vec3(dx, -1, dz)).floored()
        if (level.name(x, y, z) === 'air') holes++
      }
    }
    expect(holes).toBeGreaterThan(3)
  })
})

describe('the spawning of monsters', () => {
  it('stops at the spawn cap at night', async () => {
    session = await practice({ difficulty: 'normal', viewDistance: 5 })
    const { simulation, world } = session
    world.game.time.ofDay = NIGHT - 500
    let most = 0
    for (let i = 0; i < 25; i++) {
      await simulation.advance(100)
      const monsters = [...world.game.population].filter(({ kind, dead }) => kind.hostile && !dead)
      most = Math.max(most, monsters.length)
    }
    expect(most).toBeGreaterThan(3)
    // The last pack may exceed the cap by three.
    expect(most).toBeLessThanOrEqual(world.game.mobs.cap + 3)
  })

  it('spawns no monsters on peaceful', async () => {
    session = await practice({ difficulty: 'peaceful', viewDistance: 5 })
    const { simulation, world } = session
    world.game.time.ofDay = NIGHT
    const ground = await field(session)
    world.game.mobs.spawn('zombie', ground.at(new Vec3(2, 0, 0)))
    await simulation.advance(1000)
    expect(session.bot.health).toBe(20)
    expect([...world.game.population].some(({ kind }) => kind.hostile)).toBe(false)
  })
})

describe.each(versionsFor('1.21.4', '1.16.5', '1.19.4', '26.1'))(
  'damage on %s: clients learn',
  (version) => {
    it('who was hurt, and from 1.19.4 on by whom', async () => {
      session = await practice({ version, difficulty: 'normal' })
      const { bot, simulation, world } = session
      const ground = await field(session)
      const cow = world.game.mobs.spawn('cow', ground.at(new Vec3(2, 0, 0)))
      await simulation.advance(20)
      const hurt: (readonly [number, number | undefined])[] = []
      // mineflayer's types lack the dealer.
      bot.on('entityHurt', (entity, ...[by]: { id: number }[]) => {
        hurt.push([entity.id, by?.id])
      })
      const seen = bot.entities[cow.id]
      if (seen) bot.attack(seen)
      await simulation.advance(5)
      const zombie = { id: cow.id, type: 'zombie' }
      ground.player.vitals.hurt(1, 'mob', undefined, zombie)
      await simulation.advance(2)
      const tells = bot.registry.isNewerOrEqualTo('1.19.4')
      expect(hurt).toEqual([
        [cow.id, tells ? bot.entity.id : undefined],
        [bot.entity.id, tells ? cow.id : undefined],
      ])
    })
  },
)
