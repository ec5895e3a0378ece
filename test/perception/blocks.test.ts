import type { Vec3 } from 'vec3'
import { afterEach, describe, expect, it } from 'vitest'
import type { Perception } from '#perception/perception'
import { type Practice, practice } from '../support/practice.ts'
import { sealedRoom } from '../support/sealed-room.ts'
import { longIt } from '../support/versions.ts'

let session: Practice | undefined
afterEach(async () => {
  await session?.close()
  session = undefined
})

async function start(version: string, height: number, viewDistance = 2) {
  session = await practice({ version, viewDistance, terrain: 'normal' })
  const { bot, simulation } = session
  const room = await sealedRoom(session, height)
  const places = (perception: Perception, kind: string) =>
    perception.memory.blocks([kind], bot.entity.position).map(({ position }) => position)
  return { session, bot, simulation, room, places }
}

describe.each([
  ['1.12.2', 30],
  ['1.16.5', 30],
  ['1.21.4', -40],
] as const)('ore behind a wall on %s', (version, height) => {
  longIt(
    'is unknown until it is exposed, and forgotten when the agent sees that it is gone',
    async () => {
      const { simulation, room, places } = await start(version, height)
      const ore = room.at(4, 1, 0)
      room.set(4, 1, 0, 'diamond_ore')
      await simulation.advance(5)
      const seen = room.perceive('seen')
      const loaded = room.perceive('loaded')
      await simulation.advance(40)
      expect(places(loaded, 'diamond_ore')).toContainEqual(ore)
      expect(places(seen, 'diamond_ore')).toEqual([])
      expect(seen.memory.kindAt(ore)).toBeUndefined()
      expect(seen.memory.kindAt(room.at(3, 1, 0))).toBe('stone')

      room.set(3, 1, 0, 'air')
      await simulation.advance(3)
      expect(places(seen, 'diamond_ore')).toEqual([ore])
      expect(seen.memory.kindAt(room.at(3, 1, 0))).toBe('air')

      room.set(4, 1, 0, 'stone')
      await simulation.advance(3)
      expect(places(seen, 'diamond_ore')).toEqual([])
      expect(seen.memory.kindAt(ore)).toBe('stone')
      expect(loaded.memory.kindAt(ore)).toBe('stone')
      expect(places(loaded, 'diamond_ore')).not.toContainEqual(ore)
    },
  )
})

describe('a block that the agent has seen', () => {
  longIt(
    'becomes known when a dig exposes it, and is forgotten when the agent has dug it',
    async () => {
      const { session, bot, simulation, room, places } = await start('1.16.5', 30)
      room.set(3, 1, 0, 'dirt')
      room.set(4, 1, 0, 'emerald_ore')
      await simulation.advance(5)
      const seen = room.perceive('seen')
      await simulation.advance(10)
      expect(places(seen, 'dirt')).toEqual([room.at(3, 1, 0)])
      expect(places(seen, 'emerald_ore')).toEqual([])
      const dirt = bot.blockAt(room.at(3, 1, 0))
      if (!dirt) throw new Error('no dirt')
      await session.run(bot.dig(dirt))
      await simulation.advance(2)
      expect(places(seen, 'dirt')).toEqual([])
      expect(places(seen, 'emerald_ore')).toEqual([room.at(4, 1, 0)])
    },
  )

  it('stays known out of sight, until the agent looks at its place again', async () => {
    const { simulation, room, places } = await start('1.16.5', 30)
    room.set(3, 1, 0, 'air')
    room.set(4, 1, 0, 'emerald_ore')
    await simulation.advance(5)
    const seen = room.perceive('seen')
    await simulation.advance(10)
    room.set(3, 1, 0, 'stone')
    await simulation.advance(5)
    room.set(4, 1, 0, 'stone')
    await simulation.advance(40)
    expect(places(seen, 'emerald_ore')).toEqual([room.at(4, 1, 0)])
    room.set(3, 1, 0, 'glass')
    await simulation.advance(3)
    expect(places(seen, 'emerald_ore')).toEqual([])
  })

  it('stays known when its chunk is unloaded', async () => {
    const { session, bot, simulation, room, places } = await start('1.16.5', 30)
    room.set(3, 1, 0, 'emerald_ore')
    room.set(5, 1, 0, 'emerald_ore')
    await simulation.advance(5)
    const seen = room.perceive('seen')
    const loaded = room.perceive('loaded')
    await simulation.advance(10)
    const [player] = session.world.game.players
    if (!player) throw new Error('the world has no player')
    // Without a floor, the player would fall to death and respawn in the room.
    room.set(200, 69, 0, 'stone')
    session.world.game.movement.teleport(player, room.at(200, 70, 0).offset(0.5, 0, 0.5))
    await simulation.advance(100)
    expect(bot.blockAt(room.at(3, 1, 0))).toBeNull()
    expect(places(seen, 'emerald_ore')).toEqual([room.at(3, 1, 0)])
    expect(places(loaded, 'emerald_ore')).toEqual(
      expect.arrayContaining([room.at(3, 1, 0), room.at(5, 1, 0)]),
    )
    expect(seen.isKnown(...room.at(3, 1, 0).toArray())).toBe(true)
  })

  it('is listed by distance, up to the limit', async () => {
    const { bot, simulation, room } = await start('1.16.5', 30)
    const wall = [-2, -1, 0, 1, 2].flatMap((a) => [0, 1, 2].map((b) => [a, b] as const))
    for (const [a, b] of wall) {
      room.set(3, b, a, 'coal_ore')
      room.set(a, b, -3, 'iron_ore')
    }
    await simulation.advance(5)
    const { memory } = room.perceive('seen')
    await simulation.advance(10)
    const from = bot.entity.position.offset(0.3, 0.7, -0.2)
    const distance = (at: Vec3) => at.offset(0.5, 0.5, 0.5).distanceTo(from)
    const kinds = ['coal_ore', 'iron_ore']
    const all = memory.blocks(kinds, from)
    expect(all).toHaveLength(2 * wall.length)
    const distances = all.map(({ position }) => distance(position))
    expect(distances).toEqual(distances.toSorted((a, b) => a - b))
    const some = memory.blocks(kinds, from, { limit: 7 })
    expect(some.map(({ position }) => distance(position))).toEqual(distances.slice(0, 7))
    const iron = memory.blocks(kinds, from, {
      limit: 3,
      accept: ({ kind }) => kind === 'iron_ore',
    })
    expect(iron).toEqual(all.filter(({ kind }) => kind === 'iron_ore').slice(0, 3))
    const near = memory.blocks(kinds, from, { maxDistance: 3.5 })
    expect(near).toHaveLength(distances.filter((d) => d <= 3.5).length)
  })

  it('is at most 48 blocks away', async () => {
    const { simulation, room, places } = await start('1.16.5', 30, 5)
    for (let x = 0; x <= 60; x++)
      for (let y = 0; y <= 3; y++)
        for (let z = -1; z <= 1; z++)
          room.set(x, y, z, z === 0 && (y === 1 || y === 2 || x < 2) ? 'air' : 'stone')
    for (const x of [20, 44, 52]) room.set(x, 1, 1, 'emerald_ore')
    await simulation.advance(10)
    const seen = room.perceive('seen')
    const loaded = room.perceive('loaded')
    await simulation.advance(60)
    expect(places(seen, 'emerald_ore')).toEqual([room.at(20, 1, 1), room.at(44, 1, 1)])
    expect(loaded.memory.kindAt(room.at(52, 1, 1))).toBe('emerald_ore')
    expect(seen.memory.kindAt(room.at(46, 1, 0))).toBe('air')
    expect(seen.memory.kindAt(room.at(50, 1, 0))).toBeUndefined()
  })
})

describe('perception for route planning', () => {
  it('assumes stone at hidden places, and knows places under open sky', async () => {
    const { session, simulation, room } = await start('1.16.5', 30)
    const { registry, level } = session.world.game
    const name = (state: number | undefined) =>
      state === undefined ? undefined : registry.blockName(state)
    room.set(5, 1, 0, 'air')
    room.set(2, 0, 2, 'chest')
    await simulation.advance(5)
    const seen = room.perceive('seen')
    await simulation.advance(10)
    const planned = (x: number, y: number, z: number) =>
      name(seen.plannedState(...room.at(x, y, z).toArray()))
    expect(planned(5, 1, 0)).toBe('stone')
    expect(planned(2, 0, 2)).toBe('chest')
    expect(planned(0, 1, 0)).toBe('air')
    const top = room.at(0, 0, 0)
    top.y = session.world.terrain.surface(top.x, top.z)
    for (const y of [top.y, top.y + 1, top.y + 40]) {
      expect(seen.isKnown(top.x, y, top.z)).toBe(false)
      expect(seen.plannedState(top.x, y, top.z)).toBe(level.state(top.x, y, top.z))
    }
    expect(seen.plannedState(...room.at(900, 1, 0).toArray())).toBeUndefined()
  })

  it('knows the air around the next corner', async () => {
    const { simulation, room } = await start('1.16.5', 30)
    const hidden = [1, -2, 2] as const
    for (const [x, y, z] of [[2, -1, 2], [2, -2, 2], hidden] as const) room.set(x, y, z, 'air')
    await simulation.advance(5)
    const seen = room.perceive('seen')
    await simulation.advance(10)
    expect(seen.memory.kindAt(room.at(...hidden))).toBe('air')
    expect(seen.isKnown(...room.at(0, -2, 2).toArray())).toBe(false)
  })

  it('knows which chunks are not loaded', async () => {
    const { simulation, room } = await start('1.16.5', 30)
    const seen = room.perceive('seen')
    await simulation.advance(10)
    const { memory } = seen
    const here = room.at(0, 0, 0)
    expect(memory.visited(here.x >> 4, here.z >> 4)).toBe(true)
    expect(memory.visited((here.x >> 4) + 3, here.z >> 4)).toBe(false)
  })
})
