import { Vec3 } from 'vec3'
import { afterEach, expect, it } from 'vitest'
import type { TrackedEntity } from '#world/entities/entity'
import { stacksOf } from '#world/windows/stacks'
import { type Practice, practice } from '../support/practice.ts'
import { sealedRoom } from '../support/sealed-room.ts'

let session: Practice | undefined
afterEach(async () => {
  await session?.close()
  session = undefined
})

/** A room with a cow behind a walled-up window. */
async function roomWithCow() {
  session = await practice({ version: '1.16.5', viewDistance: 2 })
  const { bot, simulation, world } = session
  const room = await sealedRoom(session, 30)
  for (const x of [4, 5, 6]) for (const y of [0, 1, 2]) room.set(x, y, 0, 'air')
  const id = world.game.tracker.nextId()
  const cow: TrackedEntity = {
    id,
    uuid: `00000000-0000-4000-8000-${id.toString(16).padStart(12, '0')}`,
    type: 'cow',
    position: room.at(5, 0, 0).offset(0.5, 0, 0.5),
    velocity: new Vec3(0, 0, 0),
    yaw: 0,
    pitch: 0,
    onGround: true,
    metadata: [],
  }
  world.game.tracker.spawn(cow)
  const wall = (name: string) => {
    for (const y of [0, 1, 2]) room.set(3, y, 0, name)
  }
  await simulation.advance(10)
  const seen = room.perceive('seen')
  const loaded = room.perceive('loaded')
  const cows = (perception: typeof seen) =>
    perception.memory.entities(['cow'], bot.entity.position).filter((known) => known.id === id)
  await simulation.advance(10)
  return { bot, simulation, room, seen, loaded, cow, cows, wall, game: world.game }
}

it('the agent does not know an entity behind a wall, and remembers one that it has seen', async () => {
  const { simulation, seen, loaded, cow, cows, wall, game } = await roomWithCow()
  expect(cows(loaded)).toMatchObject([{ visible: true, position: cow.position }])
  expect(cows(seen)).toEqual([])

  wall('air')
  await simulation.advance(3)
  expect(cows(seen)).toMatchObject([{ visible: true, position: cow.position }])

  wall('stone')
  await simulation.advance(3)
  const last = cow.position.clone()
  cow.position = cow.position.offset(0, 0, 10)
  game.tracker.moved(cow)
  await simulation.advance(20)
  expect(cows(seen)).toMatchObject([{ visible: false, position: last }])
  expect(seen.memory.entity(cow.id)).toMatchObject({ visible: false, position: last })
  expect(loaded.memory.entity(cow.id)).toMatchObject({ position: cow.position })

  // The cow has left its place. The agent does not know whether it lives.
  wall('air')
  await simulation.advance(15)
  expect(cows(seen)).toEqual([])
  expect(seen.memory.entity(cow.id)).toBeUndefined()
  expect(seen.memory.isGone(cow.id)).toBe(false)
})

it('the agent remembers an animal for days', async () => {
  const { simulation, seen, cows, wall } = await roomWithCow()
  wall('air')
  await simulation.advance(3)
  wall('stone')
  await simulation.advance(2000)
  expect(cows(seen)).toMatchObject([{ visible: false }])
})

it('the agent knows the position of an entity in sight in each tick', async () => {
  const { simulation, cow, wall, game, seen } = await roomWithCow()
  wall('air')
  await simulation.advance(3)
  for (let step = 1; step <= 4; step++) {
    cow.position = cow.position.offset(0.1, 0, 0)
    game.tracker.moved(cow)
    await simulation.advance(1)
    const known = seen.memory.entity(cow.id)
    expect(known?.position.x).toBeCloseTo(cow.position.x, 2)
    expect(known?.height).toBeGreaterThan(1)
  }
})

it('the agent knows the kind of an item entity, and that it is gone after a pickup', async () => {
  const { bot, simulation, seen, game } = await roomWithCow()
  game.items.drop(
    stacksOf(game.registry).make('iron_ingot', 1),
    bot.entity.position.offset(1.6, 0.5, 0),
    { velocity: new Vec3(0, 0, 0) },
  )
  await simulation.advance(4)
  const [thing] = seen.memory.entities(['item'], bot.entity.position)
  expect(thing).toMatchObject({ kind: 'item', item: 'iron_ingot', visible: true })
  const { id = 0 } = thing ?? {}
  expect(seen.memory.isGone(id)).toBe(false)
  bot.entity.yaw = -Math.PI / 2
  bot.setControlState('forward', true)
  await simulation.advance(40)
  expect(seen.memory.isGone(id)).toBe(true)
  expect(seen.memory.entity(id)).toBeUndefined()
})

it('the agent knows that an entity is gone if it disappears in sight, but not out of sight', async () => {
  const { simulation, cow, cows, wall, game, seen, loaded } = await roomWithCow()
  wall('air')
  await simulation.advance(3)
  wall('stone')
  await simulation.advance(3)
  game.tracker.remove(cow)
  await simulation.advance(20)
  expect(cows(loaded)).toEqual([])
  expect(cows(seen)).toHaveLength(1)
  game.tracker.spawn(cow)
  wall('air')
  await simulation.advance(5)
  expect(cows(seen)).toMatchObject([{ visible: true }])
  game.tracker.remove(cow)
  await simulation.advance(3)
  expect(cows(seen)).toEqual([])
  expect(seen.memory.isGone(cow.id)).toBe(true)
})
