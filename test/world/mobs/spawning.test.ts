import seedrandom from 'seedrandom'
import { Vec3 } from 'vec3'
import { afterEach, describe, expect, it } from 'vitest'
import { moonlight } from '#knowledge/daylight'
import { registryFor } from '#knowledge/registry'
import { traitsOf } from '#world/block-traits'
import { LightMeter } from '#world/mobs/light'
import { animalsOf, monstersOf, pickEntry } from '#world/mobs/spawn-lists'
import { SpawnRules } from '#world/mobs/spawn-rules'
import { field } from '../../support/field.ts'
import { type Practice, practice } from '../../support/practice.ts'

let session: Practice | undefined
afterEach(async () => {
  await session?.close()
  session = undefined
})

const NIGHT = 18_000
const FULL_AREA = 289

/** Share of each kind among many random picks from a list. */
function shares(list: Parameters<typeof pickEntry>[0]): Record<string, number> {
  const random = seedrandom('shares')
  const found: Record<string, number> = {}
  const picks = 20_000
  for (let i = 0; i < picks; i++) {
    const name = pickEntry(list, random)?.name ?? 'other'
    found[name] = (found[name] ?? 0) + 1 / picks
  }
  return found
}

describe('the spawn lists', () => {
  const registry = registryFor('1.16.5')

  it("have the game's weights", () => {
    const found = shares(monstersOf(registry, 'plains'))
    const all = 515
    for (const [name, weight] of [
      ['zombie', 95],
      ['zombie_villager', 5],
      ['skeleton', 100],
      ['creeper', 100],
      ['spider', 100],
      ['slime', 100],
      ['enderman', 10],
      ['witch', 5],
    ] as const)
      expect(found[name]).toBeCloseTo(weight / all, 1.9)
    expect(found.husk).toBeUndefined()
    expect(found.drowned).toBeUndefined()
  })

  it('have husks in deserts, and from 1.13 on drowned in water', () => {
    expect(shares(monstersOf(registry, 'desert')).husk).toBeCloseTo(80 / 515, 1.9)
    expect(shares(monstersOf(registry, 'river')).drowned).toBeCloseTo(100 / 615, 1.9)
    expect(shares(monstersOf(registryFor('1.12.2'), 'river')).drowned).toBeUndefined()
  })

  it('have herds of four in biomes with animals', () => {
    expect(animalsOf('desert')).toEqual([])
    const found = shares(animalsOf('forest'))
    expect(found.sheep).toBeCloseTo(12 / 45, 1.9)
    expect(found.cow).toBeCloseTo(8 / 45, 1.9)
    expect(found.other).toBeCloseTo(5 / 45, 1.9)
    for (const { name, min, max } of animalsOf('forest'))
      if (name) expect([min, max]).toEqual([4, 4])
  })
})

describe('the topmost block that blocks light', () => {
  it('follows every change of a column', async () => {
    session = await practice()
    const { level } = session.world.game
    const ground = await field(session)
    const { x, z } = ground.at(new Vec3(0, 0, 0)).floored()
    const traits = traitsOf(level.registry)
    const followed = new LightMeter(level, traits)
    const random = seedrandom('roofs')
    const kinds = ['air', 'air', 'stone', 'glass', 'water', 'oak_leaves']
    const heights = new Set<number>()
    for (let i = 0; i < 200; i++) {
      const kind = kinds[Math.floor(random() * kinds.length)] ?? 'air'
      ground.block(new Vec3(0, Math.floor(random() * 12) - 2, 0), kind)
      const roof = followed.roof(x, z)
      expect(roof).toBe(new LightMeter(level, traits).roof(x, z))
      heights.add(roof)
    }
    expect(heights.size).toBeGreaterThan(5)
  })
})

describe('the light level for monster spawning', () => {
  it('includes sky light and block light from a distance', async () => {
    session = await practice()
    const { level } = session.world.game
    const ground = await field(session)
    const light = new LightMeter(level, traitsOf(level.registry))
    const isDark = (place: Vec3, sky: number, block: number) => {
      const { x, y, z } = ground.at(place).floored()
      return light.isDark(x, y, z, sky, block)
    }
    // A stone tunnel with closed ends.
    ground.fill(new Vec3(-12, 0, 5), new Vec3(12, 2, 7), 'stone')
    ground.fill(new Vec3(-11, 0, 6), new Vec3(11, 1, 6), 'air')
    expect(isDark(new Vec3(0, 0, 0), 14, 15)).toBe(false)
    expect(isDark(new Vec3(0, 0, 6), 0, 0)).toBe(true)
    ground.block(new Vec3(-11, 0, 6), 'torch')
    for (const [distance, left] of [
      [1, 13],
      [6, 8],
      [7, 7],
      [13, 1],
      [14, 0],
    ] as const) {
      const place = new Vec3(-11 + distance, 0, 6)
      expect(isDark(place, 0, left)).toBe(true)
      if (left > 0) expect(isDark(place, 0, left - 1)).toBe(false)
    }
    // A hole to the sky at the other end.
    ground.block(new Vec3(11, 2, 6), 'air')
    expect(isDark(new Vec3(9, 0, 6), 13, 0)).toBe(true)
    expect(isDark(new Vec3(9, 0, 6), 12, 0)).toBe(false)
  })

  it('is at most 7 from blocks, and 0 from 1.18 on', async () => {
    for (const [version, spawns] of [
      ['1.16.5', true],
      ['1.18.2', false],
    ] as const) {
      session = await practice({ version })
      const { level, time, sky } = session.world.game
      const ground = await field(session)
      ground.fill(new Vec3(-12, 0, 5), new Vec3(12, 2, 7), 'stone')
      ground.fill(new Vec3(-11, 0, 6), new Vec3(11, 1, 6), 'air')
      ground.block(new Vec3(-11, 0, 6), 'torch')
      const light = new LightMeter(level, traitsOf(level.registry))
      const random = seedrandom('light')
      const rules = new SpawnRules({ level, time, seed: 1, random, light, sky })
      const tries = (place: Vec3) => {
        let allowed = 0
        for (let i = 0; i < 400; i++)
          if (rules.allow('zombie', ground.at(place), true, () => 'plains')) allowed++
        return allowed / 400
      }
      // Light 8, 4 and 0 from the torch, none from the sky.
      expect(tries(new Vec3(-5, 0, 6))).toBe(0)
      if (spawns) expect(tries(new Vec3(-1, 0, 6))).toBeCloseTo(4 / 8, 0.9)
      else expect(tries(new Vec3(-1, 0, 6))).toBe(0)
      expect(tries(new Vec3(3, 0, 6))).toBe(1)
      await session.close()
      session = undefined
    }
  })

  it('slimes spawn underground in one chunk in ten, and in swamps by the phase of the moon', async () => {
    session = await practice()
    const { level, time, sky } = session.world.game
    const light = new LightMeter(level, traitsOf(level.registry))
    const random = seedrandom('slimes')
    const rules = new SpawnRules({ level, time, seed: 1, random, light, sky })
    let chunks = 0
    for (let x = 0; x < 50; x++) for (let z = 0; z < 50; z++) if (rules.isSlimeChunk(x, z)) chunks++
    expect(chunks / 2500).toBeCloseTo(0.1, 1.5)
    expect([0, 2, 4, 8].map(moonlight)).toEqual([1, 0.5, 0, 1])
  })
})

describe('the spawning of mobs', () => {
  it('stops at 70 monsters for 289 chunks, at 24 to 128 blocks from the player', async () => {
    session = await practice({ difficulty: 'normal', viewDistance: 6 })
    const { simulation, world } = session
    const { game, terrain } = world
    game.time.ofDay = NIGHT - 4000
    const [player] = game.players
    if (!player) throw new Error('no player joined')
    const { population } = game
    const add = population.add.bind(population)
    const distances: number[] = []
    const fromSpawn: number[] = []
    population.add = (mob) => {
      if (mob.kind.hostile) {
        distances.push(player.position.distanceTo(mob.position))
        fromSpawn.push(terrain.spawn.distanceTo(mob.position))
      }
      add(mob)
    }
    let most = 0
    for (let i = 0; i < 30; i++) {
      await simulation.advance(40)
      player.vitals.restore()
      most = Math.max(most, [...population].filter(({ kind }) => kind.hostile).length)
    }
    const { cap } = game.mobs
    let loaded = 0
    const [x, z] = [Math.floor(player.position.x) >> 4, Math.floor(player.position.z) >> 4]
    for (let dx = -8; dx <= 8; dx++)
      for (let dz = -8; dz <= 8; dz++)
        if (game.level.isLoaded((x + dx) * 16, (z + dz) * 16)) loaded++
    expect(cap).toBeLessThanOrEqual(Math.floor((70 * loaded) / FULL_AREA))
    expect(cap).toBeGreaterThan(Math.floor((65 * loaded) / FULL_AREA))
    expect(most).toBeGreaterThanOrEqual(cap)
    expect(Math.min(...distances)).toBeGreaterThan(24)
    expect(Math.max(...distances)).toBeLessThanOrEqual(128)
    expect(Math.min(...fromSpawn)).toBeGreaterThan(24)
  })

  it('spawns a herd in one chunk in ten', async () => {
    let chunks = 0
    let animals = 0
    let young = 0
    for (const seed of [1, 2, 3, 4]) {
      session = await practice({ seed, viewDistance: 6 })
      const { simulation, world } = session
      await simulation.advance(40)
      for (const { kind, baby } of world.game.population) {
        if (kind.hostile) continue
        animals++
        if (baby) young++
      }
      const { x, z } = world.terrain.spawn
      for (let dx = -8; dx <= 8; dx++)
        for (let dz = -8; dz <= 8; dz++) {
          const [bx, bz] = [Math.floor(x) + dx * 16, Math.floor(z) + dz * 16]
          const grows = animalsOf(world.terrain.biome(bx, bz)).length > 0
          if (grows && world.game.level.isLoaded(bx, bz)) chunks++
        }
      await session.close()
      session = undefined
    }
    // 1 / 9 herds in a chunk, most with 4 animals; animals that the practice world lacks reduce the number.
    expect(animals / chunks).toBeGreaterThan(0.2)
    expect(animals / chunks).toBeLessThan(0.6)
    expect(young / animals).toBeLessThan(0.15)
  })
})
