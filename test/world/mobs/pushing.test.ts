import { Vec3 } from 'vec3'
import { afterEach, describe, expect, it } from 'vitest'
import type { Mob } from '#world/mobs/mob'
import { field } from '../../support/field.ts'
import { type Practice, practice } from '../../support/practice.ts'

let session: Practice | undefined
afterEach(async () => {
  await session?.close()
  session = undefined
})

/** Cows that cannot walk, so that only pushes move them. */
async function herd(count: number, at: Vec3, apart: number) {
  session = await practice({ difficulty: 'normal' })
  const ground = await field(session)
  const { mobs } = session.world.game
  const cows = Array.from({ length: count }, (_, i) =>
    Object.assign(mobs.spawn('cow', ground.at(at).offset(i * apart, 0, 0)), { speed: 0 }),
  )
  return { ...session, ground, cows }
}

const flat = (a: Mob, b: Mob) =>
  Math.hypot(a.position.x - b.position.x, a.position.z - b.position.z)

describe('entities push each other', () => {
  it('two mobs that overlap move apart until their hitboxes no longer touch', async () => {
    const { simulation, cows } = await herd(2, new Vec3(6, 0, 0), 0.3)
    const [a, b] = cows as [Mob, Mob]
    await simulation.advance(60)
    expect(Math.abs(a.position.x - b.position.x)).toBeGreaterThanOrEqual(0.9 - 1e-6)
    expect(Math.abs(a.position.x - b.position.x)).toBeLessThan(1.8)
  })

  it('a push moves both mobs by the same distance in opposite directions', async () => {
    const { simulation, cows } = await herd(2, new Vec3(6, 0, 0), 0.25)
    const [a, b] = cows as [Mob, Mob]
    const start = a.position.x
    await simulation.advance(2)
    // One push moves the cow by 0.05 * 2 * 0.25 / sqrt(0.25) = 0.05 blocks.
    expect(start - a.position.x).toBeGreaterThan(0.049)
    expect(start - a.position.x).toBeLessThan(0.2)
    expect(start - a.position.x).toBeCloseTo(b.position.x - start - 0.25, 6)
  })

  it('mobs in exactly the same place stay there', async () => {
    const { simulation, cows } = await herd(2, new Vec3(6, 0, 0), 0)
    await simulation.advance(40)
    expect(flat(...(cows as [Mob, Mob]))).toBe(0)
  })

  it('a player pushes a mob, and a spectator does not', async () => {
    const { simulation, cows, ground, bot } = await herd(1, new Vec3(6, 0, 0), 0)
    const [cow] = cows as [Mob]
    const start = cow.position.clone()
    ground.player.gameMode = 'spectator'
    await ground.put(new Vec3(6, 0, 0))
    ground.player.position.x += 0.3
    await simulation.advance(20)
    expect(cow.position.x).toBe(start.x)
    ground.player.gameMode = 'survival'
    await ground.put(new Vec3(5, 0, 0))
    await bot.look(-Math.PI / 2, 0, true)
    bot.setControlState('forward', true)
    await simulation.advance(20)
    bot.clearControlStates()
    expect(cow.position.x).toBeGreaterThan(start.x + 0.2)
  })

  it('a wall holds a pushed mob', async () => {
    const { simulation, cows, ground } = await herd(2, new Vec3(6.5, 0, 0), 0.1)
    ground.fill(new Vec3(8, 0, -1), new Vec3(8, 1, 1), 'stone')
    const [left, right] = cows as [Mob, Mob]
    await simulation.advance(60)
    const wall = ground.at(new Vec3(8, 0, 0)).x - 0.5
    expect(right.position.x).toBeCloseTo(wall - right.width / 2, 6)
    expect(right.position.x - left.position.x).toBeGreaterThanOrEqual(0.9 - 1e-6)
  })

  it('25 mobs in one block damage each other, and 24 do not', async () => {
    const pit = async (count: number) => {
      const { simulation, cows, ground, world } = await herd(count, new Vec3(6, 0, 0), 0)
      ground.fill(new Vec3(5, 0, -1), new Vec3(7, 2, 1), 'stone')
      ground.fill(new Vec3(6, 0, 0), new Vec3(6, 2, 0), 'air')
      await simulation.advance(200)
      const alive = cows.filter((cow) => world.game.population.has(cow.id) && !cow.dead)
      const hurt = alive.filter(({ health }) => health < 10).length
      await session?.close()
      session = undefined
      return { alive: alive.length, hurt }
    }
    expect(await pit(24)).toEqual({ alive: 24, hurt: 0 })
    const { alive } = await pit(30)
    expect(alive).toBeLessThan(30)
    expect(alive).toBeGreaterThan(15)
  })
})
