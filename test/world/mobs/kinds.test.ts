import { Vec3 } from 'vec3'
import { afterEach, describe, expect, it } from 'vitest'
import type { Mob } from '#world/mobs/mob'
import { MOB_KINDS, type MobName } from '#world/mobs/mob-kinds'
import { type Field, field } from '../../support/field.ts'
import { type Practice, practice } from '../../support/practice.ts'
import { versionsFor } from '../../support/versions.ts'

let session: Practice | undefined
afterEach(async () => {
  await session?.close()
  session = undefined
})

const NIGHT = 18_000
const NOON = 6000

interface Stage extends Practice {
  readonly ground: Field
  mob(
    name: MobName,
    place: Vec3,
    build?: Parameters<Practice['world']['game']['mobs']['spawn']>[2],
  ): Mob
}

async function stage(options: Parameters<typeof practice>[0], ofDay: number): Promise<Stage> {
  const opened = await practice({ difficulty: 'normal', ...options })
  session = opened
  const ground = await field(opened)
  const { game } = opened.world
  game.time.ofDay = ofDay
  return {
    ...opened,
    ground,
    mob: (name, place, build) => game.mobs.spawn(name, ground.at(place), build),
  }
}

/** Lets time pass until the bot takes damage; returns the health that it lost. */
async function firstDamage({ bot, simulation, ground }: Stage, ticks: number): Promise<number> {
  const lowest = ground.lowestHealth()
  for (let tick = 0; tick < ticks && lowest() === 20; tick++) await simulation.advance(1)
  return 20 - bot.health
}

describe("mobs have the game's values", () => {
  it.each([
    ['zombie', 20, 3],
    ['zombie_villager', 20, 3],
    ['husk', 20, 3],
    ['drowned', 20, 3],
    ['spider', 16, 2],
    ['cave_spider', 12, 2],
    ['creeper', 20, 0],
    ['skeleton', 20, 0],
    ['enderman', 40, 7],
    ['witch', 26, 0],
  ] as const)('%s: %i health, %i attack damage', (name, health, attackDamage) => {
    expect(MOB_KINDS[name]).toMatchObject({ health, attackDamage })
  })

  it.each([
    ['easy', 2.5],
    ['normal', 3],
    ['hard', 4.5],
  ] as const)("a zombie's damage depends on the difficulty: %s", async (difficulty, points) => {
    const on = await stage({ difficulty }, NIGHT)
    on.mob('zombie', new Vec3(3, 0, 0))
    expect(await firstDamage(on, 100)).toBe(points)
  })

  it.each([
    ['easy', 60],
    ['normal', 60],
    ['hard', 40],
  ] as const)('a skeleton on %s shoots every %i ticks', async (difficulty, ticks) => {
    const { mob, simulation, world, ground } = await stage({ difficulty }, NIGHT)
    mob('skeleton', new Vec3(8, 0, 0))
    const shots: number[] = []
    const { launched } = watchArrows(world, () => shots.push(world.game.time.tick))
    for (let i = 0; i < 60; i++) {
      await simulation.advance(5)
      ground.player.vitals.restore()
    }
    expect(launched()).toBeGreaterThanOrEqual(4)
    const pauses = shots.slice(1).map((tick, i) => tick - (shots[i] ?? 0))
    // Knockback out of the skeleton's sight makes a pause longer.
    expect(Math.min(...pauses)).toBe(ticks)
  })

  it("a player's attack reaches 3 blocks, to the nearest part of the hitbox", async () => {
    const { mob, bot, simulation, ground } = await stage({}, NOON)
    ground.fill(new Vec3(4, 0, -1), new Vec3(4, 0, 1), 'stone')
    ground.fill(new Vec3(2, 0, -1), new Vec3(2, 0, 1), 'stone')
    const cow = mob('cow', new Vec3(3, 0, 0))
    const strike = async (distance: number) => {
      const { x } = cow.position
      await ground.put(
        new Vec3(x - ground.at(new Vec3(0, 0, 0)).x - cow.width / 2 - distance, 1, 0),
      )
      const { health } = cow
      bot._client.write('use_entity', { target: cow.id, mouse: 1, sneaking: false })
      await simulation.advance(15)
      return health - cow.health
    }
    ground.fill(new Vec3(-3, 0, 0), new Vec3(1, 0, 0), 'stone')
    expect(await strike(3.3)).toBe(0)
    expect(await strike(2.7)).toBeGreaterThan(0)
  })

  it('an attack knocks back a mob at the same position as the player', async () => {
    const { mob, bot, simulation, world } = await stage({}, NOON)
    const [player] = world.game.players
    if (!player) throw new Error('no player joined')
    const husk = mob('husk', new Vec3(2, 0, 0))
    await simulation.advance(15)
    const { x, y, z } = player.position
    husk.position.set(x, y, z)
    bot._client.write('use_entity', { target: husk.id, mouse: 1, sneaking: false })
    await simulation.advance(4)
    expect(Math.hypot(husk.position.x - x, husk.position.z - z)).toBeGreaterThan(0.5)
  })

  it('natural armour reduces the damage to zombies', async () => {
    const { mob, bot, simulation, ground } = await stage({}, NOON)
    await ground.hold('iron_sword')
    const husk = mob('husk', new Vec3(2, 0, 0))
    await simulation.advance(15)
    bot._client.write('use_entity', { target: husk.id, mouse: 1, sneaking: false })
    await simulation.advance(2)
    // 6 points through 2 points of armour.
    expect(husk.health).toBeCloseTo(20 - 6 * (1 - 0.4 / 25), 5)
  })
})

describe.each(versionsFor('1.12.2', '1.16.5', '1.21.4'))(
  'mobs with special rules on %s',
  (version) => {
    it('clients receive the size of babies and slimes, and babies are faster', async () => {
      const { mob, bot, simulation } = await stage({ version }, NIGHT)
      const grown = mob('zombie', new Vec3(-11, 0, -11))
      const baby = mob('zombie', new Vec3(-11, 0, 11), { baby: true })
      const slime = mob('slime', new Vec3(11, 0, 0), { size: 2 })
      expect(baby.height).toBeCloseTo(grown.height / 2)
      expect(baby.speed).toBeCloseTo(grown.speed * 1.5)
      expect(slime.health).toBe(4)
      await simulation.advance(3)
      expect(bot.entities[baby.id]?.metadata).toContain(true)
      expect(bot.entities[grown.id]?.metadata).not.toContain(true)
      expect(bot.entities[slime.id]?.metadata).toContain(2)
    })
  },
)

describe('mobs with special rules', () => {
  it('a slime damages players on contact and splits when it dies', async () => {
    const on = await stage({}, NIGHT)
    const { mob, simulation, world } = on
    const slime = mob('slime', new Vec3(5, 0, 0), { size: 4 })
    expect(await firstDamage(on, 200)).toBe(4)
    slime.health = 0.5
    world.game.time.ofDay = NIGHT
    on.bot._client.write('use_entity', { target: slime.id, mouse: 1, sneaking: false })
    await simulation.advance(30)
    const sizes = [...world.game.population].flatMap(({ size }) => (size > 0 ? [size] : []))
    expect(sizes.length).toBeGreaterThanOrEqual(2)
    expect(sizes.length).toBeLessThanOrEqual(4)
    expect(new Set(sizes)).toEqual(new Set([2]))
  })

  it('an enderman is neutral until a player stares at it', async () => {
    const on = await stage({}, NIGHT)
    const { mob, bot, simulation, ground } = on
    const enderman = mob('enderman', new Vec3(6, 0, 0))
    await bot.look(0, 0, true)
    expect(await firstDamage(on, 100)).toBe(0)
    expect(enderman.target).toBeUndefined()
    for (let tick = 0; tick < 40 && !enderman.target; tick++) {
      await bot.lookAt(enderman.eye, true)
      await simulation.advance(1)
    }
    expect(enderman.target).toBe(ground.player)
    await bot.look(0, Math.PI / 2, true)
    expect(await firstDamage(on, 200)).toBe(7)
  })

  it('a witch throws poison, then harming', async () => {
    const { mob, simulation, ground } = await stage({}, NIGHT)
    mob('witch', new Vec3(6, 0, 0))
    const lowest = ground.lowestHealth()
    await simulation.advance(60)
    // Poison takes one point at a time.
    expect(lowest()).toBeLessThan(20)
    expect(lowest()).toBeGreaterThan(14)
    await simulation.advance(200)
    expect(lowest()).toBeLessThan(10)
  })

  it('a spider is neutral above light level 11 until a player attacks it', async () => {
    const on = await stage({}, NOON)
    const spider = on.mob('spider', new Vec3(2, 0, 0))
    expect(await firstDamage(on, 60)).toBe(0)
    spider.position.update(on.ground.at(new Vec3(2, 0, 0)))
    on.bot._client.write('use_entity', { target: spider.id, mouse: 1, sneaking: false })
    expect(await firstDamage(on, 100)).toBe(2)
  })

  it('a drowned attacks by day only in water', async () => {
    const on = await stage({}, NOON)
    const { mob, ground, simulation } = on
    ground.fill(new Vec3(2, 0, -3), new Vec3(9, 3, 3), 'stone')
    ground.fill(new Vec3(3, 0, -2), new Vec3(8, 3, 2), 'water')
    const drowned = mob('drowned', new Vec3(8, 1, 0))
    await ground.put(new Vec3(5, 4, 0))
    for (let tick = 0; tick < 40; tick++) {
      await ground.put(new Vec3(1, 0, 0))
      expect(drowned.target).toBeUndefined()
    }
    await ground.put(new Vec3(4, 2, 0))
    await simulation.advance(15)
    expect(drowned.target).toBe(ground.player)
    expect(await firstDamage(on, 200)).toBe(3)
  })

  it('a husk survives daylight and causes hunger', async () => {
    const on = await stage({}, NOON)
    const { mob, bot, simulation } = on
    const husk = mob('husk', new Vec3(3, 0, 0))
    const zombie = mob('zombie', new Vec3(-11, 0, 11))
    expect(await firstDamage(on, 100)).toBe(3)
    on.ground.fill(new Vec3(1, 0, -1), new Vec3(1, 1, 1), 'air')
    await simulation.advance(40)
    expect(husk.health).toBe(20)
    expect(zombie.health).toBeLessThan(20)
    expect(bot.foodSaturation).toBeLessThanOrEqual(5)
  })
})

function watchArrows(world: Practice['world'], shot: () => void) {
  const { tracker } = world.game
  const spawn = tracker.spawn.bind(tracker)
  let count = 0
  tracker.spawn = (entity) => {
    if (entity.type === 'arrow') {
      count++
      shot()
    }
    spawn(entity)
  }
  return { launched: () => count }
}
