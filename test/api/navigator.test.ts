import type { Bot } from 'mineflayer'
import pathfinder from 'mineflayer-pathfinder'
import { Vec3 } from 'vec3'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Arena, arena, FLOOR } from '../support/arena.ts'

const { GoalNear, GoalBlock, GoalFollow, GoalXZ } = pathfinder.goals
/** Distance from the middle of the floor to a wall of stone across it (blocks). */
const WALL = 6

let room: Arena
let bot: Bot

beforeAll(async () => {
  room = await arena('1.16.5')
  const { navigator } = await import('#api/navigator')
  bot = room.bot
  bot.loadPlugin(navigator)
  for (let z = -12; z <= 12; z++) for (let up = 1; up <= 3; up++) room.put(WALL, up, z, 'stone')
})
beforeEach(() => room.stand(0, 0))
afterAll(() => room.close())

/** Code that was written for mineflayer-pathfinder finds everything under its names. */
const asPathfinder = () => bot.pathfinder

/** Runs something and counts the digs that the bot starts meanwhile. */
async function digsDuring(work: () => Promise<unknown>): Promise<number> {
  const { write } = bot._client
  let digs = 0
  bot._client.write = (name, fields) => {
    if (name === 'block_dig' && fields.status === 0) digs++
    write.call(bot._client, name, fields)
  }
  await work()
  bot._client.write = write
  return digs
}

describe('the navigator, in place of mineflayer-pathfinder', () => {
  it('goes to a goal and reports it as reached', async () => {
    const reached: unknown[] = []
    bot.once('goal_reached', (goal) => reached.push(goal))
    const goal = new GoalXZ(room.x - 8, room.z + 3)
    await room.run(asPathfinder().goto(goal))
    expect(bot.entity.position.floored()).toMatchObject({ x: room.x - 8, z: room.z + 3 })
    expect(reached).toEqual([goal])
    expect(asPathfinder().isMoving()).toBe(false)
  })

  it('plans a route without walking it', () => {
    const before = bot.entity.position.clone()
    const goal = new GoalNear(room.x - 8, FLOOR + 1, room.z, 1)
    const { status, path, cost } = bot.navigator.getPathTo({}, goal)
    expect(status).toBe('success')
    expect(path.at(-1)?.distanceTo(new Vec3(room.x - 8, FLOOR + 1, room.z))).toBeLessThanOrEqual(1)
    expect(cost).toBeGreaterThan(20)
    expect(bot.entity.position.distanceTo(before)).toBe(0)
  })

  it('digs through a wall unless its movements forbid digging', async () => {
    const goal = new GoalBlock(room.x + WALL + 2, FLOOR + 1, room.z)
    const movements = new pathfinder.Movements(bot)
    movements.canDig = false
    movements.allow1by1towers = false
    asPathfinder().setMovements(movements)
    const refused = () =>
      room.run(expect(asPathfinder().goto(goal)).rejects.toMatchObject({ name: 'NoPath' }))
    expect(await digsDuring(refused)).toBe(0)
    await room.stand(0, 0)
    await room.hold('iron_pickaxe')
    asPathfinder().setMovements(new pathfinder.Movements(bot))
    expect(await digsDuring(() => room.run(asPathfinder().goto(goal)))).toBe(2)
    expect(bot.entity.position.floored()).toMatchObject({ x: room.x + WALL + 2, z: room.z })
  })

  it('climbs down a ladder from the platform at its top', async () => {
    const [x, z] = [-9, -9]
    for (let up = 1; up <= 6; up++) {
      room.put(x - 1, up, z, 'stone')
      room.put(x, up, z, 'ladder', { facing: 'east' })
    }
    room.put(x, 6, z + 1, 'stone')
    await room.stand(x, z + 1)
    room.game.movement.teleport(
      room.player,
      new Vec3(room.x + x + 0.5, FLOOR + 7, room.z + z + 1.5),
    )
    await room.simulation.advance(10)
    const digs = await digsDuring(() =>
      room.run(asPathfinder().goto(new GoalBlock(room.x + x + 4, FLOOR + 1, room.z + z))),
    )
    expect(digs).toBe(0)
    expect(bot.health).toBe(20)
  })

  it('stops, and rejects with PathStopped', async () => {
    const going = asPathfinder().goto(new GoalXZ(room.x - 11, room.z))
    const ended = expect(going).rejects.toMatchObject({ name: 'PathStopped' })
    await room.simulation.advance(10)
    expect(asPathfinder().isMoving()).toBe(true)
    asPathfinder().stop()
    await room.run(ended)
    expect(asPathfinder().isMoving()).toBe(false)
    expect(bot.getControlState('forward')).toBe(false)
  })

  it('rejects with GoalChanged when another goal replaces the first', async () => {
    const going = asPathfinder().goto(new GoalXZ(room.x - 11, room.z))
    const ended = expect(going).rejects.toMatchObject({ name: 'GoalChanged' })
    await room.simulation.advance(10)
    await room.run(asPathfinder().goto(new GoalXZ(room.x + 2, room.z)))
    await ended
    expect(bot.entity.position.floored()).toMatchObject({ x: room.x + 2 })
  })

  it('follows a goal that moves until the goal is cleared', async () => {
    const leader = { position: bot.entity.position.offset(-8, 0, 0) }
    const away = () => bot.entity.position.distanceTo(leader.position)
    asPathfinder().setGoal(new GoalFollow(leader as never, 2), true)
    await room.simulation.advance(80)
    expect(away()).toBeLessThan(3.5)
    leader.position = leader.position.offset(0, 0, 10)
    await room.simulation.advance(100)
    expect(away()).toBeLessThan(3.5)
    asPathfinder().setGoal(null)
    await room.simulation.advance(5)
    expect(asPathfinder().isMoving()).toBe(false)
  })
})
