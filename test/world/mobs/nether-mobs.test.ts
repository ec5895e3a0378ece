import { Vec3 } from 'vec3'
import { afterEach, describe, expect, it } from 'vitest'
import { registryFor } from '#knowledge/registry'
import type { Mob } from '#world/mobs/mob'
import { MOB_KINDS, type MobName } from '#world/mobs/mob-kinds'
import { monstersOf } from '#world/mobs/spawn-lists'
import { stacksOf } from '#world/windows/stacks'
import { type Field, field } from '../../support/field.ts'
import { type Practice, practice } from '../../support/practice.ts'
import { versionsFor } from '../../support/versions.ts'

let session: Practice | undefined
afterEach(async () => {
  await session?.close()
  session = undefined
})

interface Stage extends Practice {
  readonly ground: Field
  mob(name: MobName, place: Vec3): Mob
}

async function stage(version = '1.16.5'): Promise<Stage> {
  const opened = await practice({ version, difficulty: 'normal' })
  session = opened
  const ground = await field(opened)
  const { game } = opened.world
  return { ...opened, ground, mob: (name, place) => game.mobs.spawn(name, ground.at(place)) }
}

describe('the mobs of the Nether', () => {
  it.each([
    ['zombified_piglin', 20, 8],
    ['piglin', 16, 8],
    ['hoglin', 40, 6],
    ['ghast', 10, 0],
  ] as const)('%s: %i health, %i attack damage', (name, health, attackDamage) => {
    expect(MOB_KINDS[name]).toMatchObject({ health, attackDamage })
  })

  it('spawn in its biomes by the version', () => {
    const names = (version: string, biome: string) =>
      monstersOf(registryFor(version), biome).map(({ name }) => name)
    expect(names('1.12.2', 'nether_wastes')).not.toContain('piglin')
    expect(names('1.16.5', 'nether_wastes')).toContain('piglin')
    expect(names('1.16.5', 'crimson_forest')).toEqual(['zombified_piglin', 'hoglin', 'piglin'])
  })

  it.each(versionsFor('1.21.4', '1.12.2', '1.16.5'))(
    'zombified piglins share their anger on %s',
    async (version) => {
      const { mob, simulation, bot, ground, world } = await stage(version)
      const near = mob('zombified_piglin', new Vec3(2, 0, 0))
      const other = mob('zombified_piglin', new Vec3(8, 0, 0))
      const lowest = ground.lowestHealth()
      await simulation.advance(60)
      expect([near.target, other.target, lowest()]).toEqual([undefined, undefined, 20])
      near.position.update(ground.at(new Vec3(2, 0, 0)))
      world.game.tracker.moved(near)
      await simulation.advance(5)
      const entity = bot.entities[near.id]
      expect(entity?.name).toBe(version === '1.12.2' ? 'zombie_pigman' : 'zombified_piglin')
      if (entity) bot.attack(entity)
      await simulation.advance(3)
      expect([near.target, other.target]).toEqual([ground.player, ground.player])
      await simulation.advance(100)
      expect(lowest()).toBeLessThan(20)
    },
  )

  it('piglins attack players who wear no gold', async () => {
    const { mob, simulation, ground } = await stage()
    const boots = stacksOf(ground.player.connection.registry).make('golden_boots')
    ground.player.inventory.set(8, boots)
    const piglin = mob('piglin', new Vec3(6, 0, 0))
    await simulation.advance(60)
    expect(piglin.target).toBe(undefined)
    ground.player.inventory.set(8, null)
    await simulation.advance(60)
    expect(piglin.target).toBe(ground.player)
  })

  it('a fireball of a ghast breaks dirt but not cobblestone', async () => {
    for (const [kind, breaks] of [
      ['dirt', true],
      ['cobblestone', false],
    ] as const) {
      const { mob, simulation, ground, world } = await stage()
      ground.fill(new Vec3(-8, 3, -8), new Vec3(8, 30, 8), 'air')
      ground.fill(new Vec3(-3, 0, -3), new Vec3(3, 0, 3), kind)
      await ground.put(new Vec3(0, 1, 0))
      const ghast = mob('ghast', new Vec3(-8, 8, -8))
      const fireballs = new Set<number>()
      const { tracker } = world.game
      const { spawn } = tracker
      tracker.spawn = (entity) => {
        if (entity.type === 'fireball') fireballs.add(entity.id)
        spawn.call(tracker, entity)
      }
      let left = 49
      for (let tick = 0; tick < 400 && left === 49 && fireballs.size < 3; tick++) {
        ghast.health = 10
        ground.player.vitals.restore()
        const flying = fireballs.size
        await simulation.advance(1)
        // The player steps aside, so that the fireball meets the ground.
        if (fireballs.size > flying) await ground.put(new Vec3(fireballs.size % 2 ? 3 : -3, 1, 3))
        left = 0
        for (let x = -3; x <= 3; x++)
          for (let z = -3; z <= 3; z++) {
            const at = ground.at(new Vec3(x, 0, z)).floored()
            if (world.game.level.name(at.x, at.y, at.z) === kind) left++
          }
      }
      expect(fireballs.size).toBeGreaterThan(0)
      expect(left < 49).toBe(breaks)
      await session?.close()
      session = undefined
    }
  })

  it('magma cubes hop, hurt on contact, and split', async () => {
    const { mob, simulation, ground, world } = await stage()
    const cube = mob('magma_cube', new Vec3(3, 0, 0))
    expect([cube.size, cube.health, cube.attackDamage]).toEqual([4, 16, 6])
    const lowest = ground.lowestHealth()
    for (let tick = 0; tick < 400 && lowest() === 20; tick++) await simulation.advance(1)
    expect(lowest()).toBeLessThan(20)
    cube.health = 0
    cube.diedAt = world.game.time.tick
    await simulation.advance(25)
    const children = [...world.game.population].filter(({ kind }) => kind.name === 'magma_cube')
    expect(children.length).toBeGreaterThanOrEqual(2)
    expect(children.every(({ size }) => size === 2)).toBe(true)
  })
})
