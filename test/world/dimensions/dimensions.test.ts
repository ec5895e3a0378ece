import { Vec3 } from 'vec3'
import { afterEach, describe, expect, it } from 'vitest'
import { stacksOf } from '#world/windows/stacks'
import { joinAs, type Practice, practice } from '../../support/practice.ts'
import { longIt, versionsFor } from '../../support/versions.ts'

let session: Practice | undefined
afterEach(async () => {
  await session?.close()
  session = undefined
})

/** Moves the bot to a dry place in the Nether. */
async function toNether({ world, simulation }: Practice): Promise<Vec3> {
  const { dimensions, players } = world.game
  const [player] = players
  if (!player) throw new Error('the world has no player')
  const { level } = dimensions.get('the_nether')
  const place = new Vec3(0.5, 100, 0.5)
  for (let x = -3; x <= 3; x++)
    for (let z = -3; z <= 3; z++)
      for (let y = 99; y <= 103; y++)
        level.set(x, y, z, level.registry.blockState(y === 99 ? 'stone' : 'air'))
  dimensions.move(player, 'the_nether', place)
  await simulation.advance(20)
  return place
}

describe.each(versionsFor('1.21.4', '1.12.2', '1.16.5'))('dimensions on %s', (version) => {
  it('have blocks, containers and entities of their own', async () => {
    session = await practice({ version })
    const { world, bot, simulation } = session
    const { game } = world
    const other = await joinAs(session, 'other')
    const home = bot.entity.position.clone()
    expect(Object.values(bot.entities).filter(({ type }) => type === 'player')).toHaveLength(2)
    await toNether(session)
    expect(Object.values(bot.entities).filter(({ type }) => type === 'player')).toHaveLength(1)
    expect(Object.values(other.entities).filter(({ type }) => type === 'player')).toHaveLength(1)
    expect(Object.keys(bot.players).sort()).toEqual(['other', 'tester'])
    const { level, items } = game.dimensions.get('the_nether')
    items.drop(stacksOf(game.registry).make('quartz'), new Vec3(3, 101, 3))
    level.set(2, 100, 0, game.registry.blockState('chest'))
    await simulation.advance(20)
    const things = (client: typeof bot) =>
      Object.values(client.entities).filter(({ name }) => /^item$/i.test(name ?? ''))
    expect([things(bot).length, things(other).length]).toEqual([1, 0])
    expect(bot.blockAt(new Vec3(2, 100, 0))?.name).toBe('chest')
    expect(game.level.name(2, 100, 0)).toBe('air')
    // A click in the Nether opens the Nether's chest, once.
    const chest = bot.blockAt(new Vec3(2, 100, 0))
    if (!chest) throw new Error('the chest is missing')
    const opened = await simulation.run(bot.openContainer(chest))
    opened.close()
    const [player] = game.players
    if (player) game.dimensions.move(player, 'overworld', home)
    await simulation.advance(20)
    expect(Object.values(bot.entities).filter(({ type }) => type === 'player')).toHaveLength(2)
    expect(Object.values(other.entities).filter(({ type }) => type === 'player')).toHaveLength(2)
    other.end()
  })

  longIt('a player who dies in the Nether lives again in the overworld', async () => {
    session = await practice({ version })
    const { world, bot, simulation } = session
    const { game } = world
    const [player] = game.players
    player?.inventory.give(stacksOf(game.registry).make('quartz', 5))
    await toNether(session)
    const { items } = game.dimensions.get('the_nether')
    expect(bot.inventory.items().map(({ count }) => count)).toEqual([5])
    player?.vitals.hurt(100, 'void')
    await simulation.advance(60)
    expect(bot.game.dimension).toBe('overworld')
    expect([bot.health, bot.inventory.items().length]).toEqual([20, 0])
    expect([items.count, game.items.count]).toEqual([1, 0])
    expect(bot.blockAt(bot.entity.position.offset(0, -1, 0))?.name).toMatch(/grass/)
    // The Nether stands still: its items do not age.
    await simulation.advance(6100)
    expect(items.count).toBe(1)
  })

  it('water evaporates in the Nether, and lava flows seven blocks', async () => {
    session = await practice({ version })
    const { world, bot, simulation } = session
    const { game } = world
    const [player] = game.players
    await toNether(session)
    const { level } = game.dimensions.get('the_nether')
    player?.inventory.give(stacksOf(game.registry).make('water_bucket'))
    await simulation.advance(5)
    await simulation.run(bot.look(0, -Math.PI / 2, true))
    await simulation.run(bot.equip(bot.inventory.items()[0]?.type ?? 0, 'hand'))
    bot.activateItem()
    await simulation.advance(5)
    expect(bot.inventory.items().map(({ name }) => name)).toEqual(['bucket'])
    for (let x = -1; x <= 1; x++)
      for (let z = -1; z <= 1; z++) expect(level.name(x, 100, z)).toBe('air')
    for (let x = -10; x <= 10; x++)
      for (let z = 40; z <= 60; z++)
        for (const y of [99, 100, 101])
          level.set(x, y, z, game.registry.blockState(y === 99 ? 'stone' : 'air'))
    level.set(0, 100, 50, game.registry.blockState('lava'))
    await simulation.advance(100)
    expect([level.name(7, 100, 50), level.name(8, 100, 50)]).toEqual(['lava', 'air'])
  })

  it('a bed explodes in the Nether', async () => {
    session = await practice({ version, difficulty: 'normal' })
    const { world, bot, simulation } = session
    await toNether(session)
    const { level } = world.game.dimensions.get('the_nether')
    const bed = (part: string) => level.registry.blockState('red_bed', { part, facing: 'east' })
    level.set(1, 100, 0, bed('foot'))
    level.set(2, 100, 0, bed('head'))
    await simulation.advance(5)
    const clicked = bot.blockAt(new Vec3(1, 100, 0))
    if (!clicked) throw new Error('the bed is missing')
    let deaths = 0
    bot.on('death', () => {
      deaths++
    })
    await simulation.run(bot.activateBlock(clicked))
    await simulation.advance(10)
    expect([level.name(1, 100, 0), level.name(2, 99, 0)]).not.toContain('red_bed')
    expect(deaths).toBe(1)
  })
})
