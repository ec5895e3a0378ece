import { Vec3 } from 'vec3'
import { afterEach, expect, it } from 'vitest'
import type { BlockEntity, MonsterSpawner } from '#world/terrain/structures/block-entity'
import { type Practice, practice } from '../../support/practice.ts'
import { findEntity, moveBot } from '../../support/structures.ts'
import { longIt } from '../../support/versions.ts'

let session: Practice | undefined
afterEach(async () => {
  await session?.close()
  session = undefined
})

function isZombieSpawner(entity: BlockEntity): entity is MonsterSpawner {
  return entity.kind === 'spawner' && entity.mob === 'zombie'
}

/** A world whose player stands above the room of a zombie spawner, unseen, at a distance from the spawner. */
async function aboveRoom(above: number) {
  const { seed, entity } = findEntity('1.16.5', isZombieSpawner)
  const opened = await practice({
    ...{ version: '1.16.5', seed, terrain: 'normal', viewDistance: 2 },
    difficulty: 'normal',
  })
  session = opened
  const { game } = opened.world
  const { level } = game
  const { x, y, z } = entity
  const stone = level.registry.blockState('stone')
  // Only this spawner makes zombies around here.
  for (let dy = 0; dy <= 3; dy++) {
    const isShell = dy === 0 || dy === 3
    for (let dx = -1; dx <= 1; dx++)
      for (let dz = -1; dz <= 1; dz++) {
        const inside = !isShell && dx === 0 && dz === 0
        level.set(x + dx, y + above + dy, z + dz, inside ? 0 : stone)
      }
  }
  await moveBot(opened, new Vec3(x + 0.5, y + above + 1, z + 0.5))
  const takes = { away: true }
  const born: { tick: number; place: Vec3; kind: string }[] = []
  const known = new Set([...game.population].map(({ id }) => id))
  game.time.everyTick(() => {
    for (const mob of game.population) {
      if (known.has(mob.id)) continue
      known.add(mob.id)
      const { position: place } = mob
      const centre = new Vec3(x + 0.5, y, z + 0.5)
      const isNear = Math.max(...place.minus(centre).toArray().map(Math.abs)) < 5
      if (!isNear) continue
      if (takes.away) game.population.remove(mob)
      born.push({ tick: game.time.tick, place: place.clone(), kind: mob.kind.name })
    }
  })
  return { ...opened, entity, born, takes }
}

longIt('spawners spawn their mobs around themselves, and rest between spawns', async () => {
  const { simulation, born, entity, world, takes } = await aboveRoom(8)
  await simulation.advance(3000)
  expect(born.length).toBeGreaterThan(3)
  for (const { kind, place } of born) {
    expect(kind).toBe(entity.mob)
    expect(Math.abs(place.x - entity.x - 0.5)).toBeLessThanOrEqual(4)
    expect(Math.abs(place.z - entity.z - 0.5)).toBeLessThanOrEqual(4)
    expect(Math.abs(place.y - entity.y)).toBeLessThanOrEqual(1)
  }
  const ticks = [...new Set(born.map(({ tick }) => tick))]
  for (const [i, tick] of ticks.entries())
    if (i > 0) expect(tick - (ticks[i - 1] ?? 0)).toBeGreaterThanOrEqual(200)
  // At least 200 and on average 500 ticks between spawns.
  expect(ticks.length).toBeGreaterThan(3)
  expect(ticks.length).toBeLessThan(13)
  takes.away = false
  await simulation.advance(4000)
  // A spawner adds none while there are six within its range. Zombies that walked away do not count.
  const centre = new Vec3(entity.x + 0.5, entity.y + 0.5, entity.z + 0.5)
  const near = [...world.game.population].filter(
    ({ kind, position }) =>
      kind.name === entity.mob &&
      Math.max(...position.minus(centre).toArray().map(Math.abs)) <= 4.5,
  )
  expect(near.length).toBeGreaterThan(2)
  expect(near.length).toBeLessThanOrEqual(8)
})

it('spawners rest while no player is near or the room is lit', async () => {
  const { simulation, born, entity, world } = await aboveRoom(18)
  await simulation.advance(1000)
  expect(born).toEqual([])
  const { level } = world.game
  const { x, y, z } = entity
  const torch = level.registry.blockState('torch')
  for (let dx = -3; dx <= 3; dx++)
    for (let dz = -3; dz <= 3; dz++)
      if (level.state(x + dx, y, z + dz) === 0) level.set(x + dx, y, z + dz, torch)
  await moveBot({ ...session } as Practice, new Vec3(x + 0.5, y + 1, z + 0.5))
  await simulation.advance(600)
  expect(born).toEqual([])
})
