import { Vec3 } from 'vec3'
import { afterEach, describe, expect, it } from 'vitest'
import type { Mob } from '#world/mobs/mob'
import type { MobName } from '#world/mobs/mob-kinds'
import { FLOOR } from '../../support/arena.ts'
import { type Field, field } from '../../support/field.ts'
import { type Practice, practice } from '../../support/practice.ts'
import { ERAS } from '../../support/windows.ts'

let session: Practice | undefined
afterEach(async () => {
  await session?.close()
  session = undefined
})

/** A stone pen that keeps animals within the bot's reach. */
async function pen(version: string, seed = 1): Promise<{ session: Practice; ground: Field }> {
  session = await practice({ version, seed })
  const ground = await field(session)
  ground.fill(new Vec3(-2, 0, -2), new Vec3(2, 1, 2), 'stone')
  ground.fill(new Vec3(-1, 0, -1), new Vec3(1, 1, 1), 'air')
  await ground.put(new Vec3(0, 0, 0))
  return { session, ground }
}

/** Animals on the test floor, without those of the terrain below. */
function animals({ world }: Practice, kind: MobName): Mob[] {
  return [...world.game.population].filter(
    (mob) => mob.kind.name === kind && mob.position.y > FLOOR - 1,
  )
}

async function feed({ bot, run, simulation }: Practice, { id }: Mob): Promise<void> {
  const entity = bot.entities[id]
  if (!entity) throw new Error('the client does not know the animal')
  await run(bot.activateEntity(entity))
  await simulation.advance(5)
}

describe.each(ERAS)('breeding on %s', (version) => {
  it.each([
    ['cow', 'wheat'],
    ['sheep', 'wheat'],
    ['pig', 'carrot'],
    ['pig', 'beetroot'],
    ['chicken', 'wheat_seeds'],
  ] as const)('two animals (%s) fed with %s have a baby', async (kind, food) => {
    const { session, ground } = await pen(version)
    const { bot, simulation, world } = session
    const parents = [-1, 1].map((dx) => world.game.mobs.spawn(kind, ground.at(new Vec3(dx, 0, 0))))
    await ground.hold(food, 4)
    const status: number[] = []
    bot._client.on('entity_status', ({ entityStatus }: { entityStatus: number }) => {
      status.push(entityStatus)
    })
    for (const parent of parents) await feed(session, parent)
    expect(ground.carries(food)).toBe(2)
    expect(status).toEqual([18, 18])
    await simulation.advance(30)
    expect(animals(session, kind)).toHaveLength(2)
    await simulation.advance(60)
    const [, , young, ...more] = animals(session, kind)
    expect(more).toEqual([])
    if (!young) throw new Error('there is no baby')
    expect(young.baby).toBe(true)
    if (young.wool) expect(parents.map(({ wool }) => wool)).toContain(young.wool)
    // The metadata, whose key depends on the version, says that it is a baby.
    const key = version === '1.12.2' ? 12 : version === '1.16.5' ? 15 : 16
    expect(bot.entities[young.id]?.metadata[key]).toBe(true)
    // Parents have a cooldown, during which they do not eat.
    for (const parent of parents) await feed(session, parent)
    expect(ground.carries(food)).toBe(2)
    await simulation.advance(200)
    expect(animals(session, kind)).toHaveLength(3)
  })
})

describe('animals', () => {
  it('accept only the food of their kind', async () => {
    const { session, ground } = await pen('1.16.5')
    const cow = session.world.game.mobs.spawn('cow', ground.at(new Vec3(1, 0, 0)))
    await ground.hold('carrot', 2)
    await feed(session, cow)
    expect([cow.love, ground.carries('carrot')]).toEqual([0, 2])
  })

  it('leave love mode after 600 ticks without a partner, and after damage', async () => {
    const { session, ground } = await pen('1.16.5')
    const { simulation, bot, world } = session
    const cow = world.game.mobs.spawn('cow', ground.at(new Vec3(1, 0, 0)))
    await ground.hold('wheat', 8)
    await feed(session, cow)
    expect(cow.love).toBeGreaterThan(590)
    await simulation.advance(530)
    expect(cow.love).toBeGreaterThan(0)
    await feed(session, cow)
    expect(ground.carries('wheat')).toBe(7)
    await simulation.advance(70)
    expect(cow.love).toBe(0)
    await feed(session, cow)
    expect(ground.carries('wheat')).toBe(6)
    const seen = bot.entities[cow.id]
    if (!seen) throw new Error('the cow is gone')
    bot.attack(seen)
    await simulation.advance(3)
    expect(cow.love).toBe(0)
  })

  it('find no partner beyond eight blocks and none of another kind', async () => {
    session = await practice({ version: '1.16.5' })
    const ground = await field(session)
    const { simulation, world } = session
    const near = [0, 10].map((dx) => world.game.mobs.spawn('cow', ground.at(new Vec3(dx, 0, 0))))
    const pig = world.game.mobs.spawn('pig', ground.at(new Vec3(1, 0, 0)))
    for (const mob of [...near, pig]) mob.love = 100
    await simulation.advance(90)
    expect(animals(session, 'cow')).toHaveLength(2)
    expect(animals(session, 'pig')).toHaveLength(1)
  })

  it('have a cooldown of 6,000 ticks, and grow up in 24,000 ticks, faster when fed', async () => {
    const { session, ground } = await pen('1.16.5')
    const { simulation, bot, world } = session
    const at = ground.at(new Vec3(1, 0, 0))
    const cow = world.game.mobs.spawn('cow', at)
    const calf = world.game.mobs.spawn('cow', at, { baby: true })
    cow.age = 6000
    expect(calf.age).toBe(-24_000)
    await simulation.advance(2)
    await ground.hold('wheat', 8)
    const before = calf.age
    await feed(session, calf)
    expect(calf.age).toBeGreaterThan(before * 0.9)
    expect(calf.age).toBeLessThan(before * 0.9 + 20)
    expect(ground.carries('wheat')).toBe(7)
    cow.age = 40
    await simulation.advance(30)
    await feed(session, cow)
    expect(ground.carries('wheat')).toBe(7)
    await simulation.advance(10)
    await feed(session, cow)
    expect(ground.carries('wheat')).toBe(6)
    calf.age = -10
    const { height } = calf
    await simulation.advance(20)
    expect([calf.baby, calf.height]).toEqual([false, 2 * height])
    expect(bot.entities[calf.id]?.metadata[15]).toBe(false)
  })
})
