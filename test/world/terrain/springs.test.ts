import { describe, expect, it } from 'vitest'
import { SIDES } from '#geometry/neighbours'
import { type Registry, registryFor } from '#knowledge/registry'
import { Level } from '#world/level'
import type { BlockBreaker } from '#world/rules/breaking'
import { Flow } from '#world/rules/flow'
import { installFluids } from '#world/rules/fluids'
import { liquidsOf, NO_LIQUID, SOURCE } from '#world/rules/liquids'
import { createTerrain, type Terrain } from '#world/terrain/terrain'
import { WorldTime } from '#world/world-time'
import { longIt, versionsFor } from '../../support/versions.ts'

const ROCK = /stone$|^granite$|^diorite$|^andesite$|^deepslate$|^tuff$|^dirt$/

function levelOf(registry: Registry, terrain: Terrain): Level {
  return new Level(registry, (chunkX, chunkZ) => terrain.column(chunkX, chunkZ))
}

/** Every block position of a column below a height. */
function* places(chunkX: number, chunkZ: number, level: Level, to: number) {
  for (let y = level.minY + 1; y < to; y++) {
    for (let place = 0; place < 256; place++) {
      yield { x: chunkX * 16 + (place & 15), y, z: chunkZ * 16 + (place >> 4) }
    }
  }
}

describe.each(versionsFor('1.21.4', '1.12.2', '1.16.5'))('springs of %s', (version) => {
  const registry = registryFor(version)
  const liquids = liquidsOf(registry)

  longIt('of water and of lava generate in cave walls', () => {
    const level = levelOf(registry, createTerrain(registry, 2))
    const found = { water: 0, lava: 0 }
    const width = 12
    for (let chunk = 0; chunk < width * width; chunk++) {
      for (const { x, y, z } of places(chunk % width, Math.floor(chunk / width), level, 60)) {
        const state = level.state(x, y, z)
        const liquid = liquids.of(state)
        if (liquid === NO_LIQUID || liquids.level(state) !== SOURCE) continue
        if (!ROCK.test(level.name(x, y + 1, z)) || !ROCK.test(level.name(x, y - 1, z))) continue
        const around = SIDES.map(([dx, dz]) => level.state(x + dx, y, z + dz))
        const rock = around.filter((side) => ROCK.test(registry.blockName(side))).length
        const running = around.some(
          (side) => liquids.of(side) === liquid && liquids.level(side) !== SOURCE,
        )
        if (rock === 3 && running) found[registry.blockName(state) as 'water' | 'lava']++
      }
    }
    for (const number of [found.water, found.lava]) {
      expect(number / width ** 2).toBeGreaterThan(0.05)
      expect(number / width ** 2).toBeLessThan(3)
    }
  })

  it('are settled within their column', () => {
    const terrain = createTerrain(registry, 2)
    const level = levelOf(registry, terrain)
    const bedrock = registry.blockState('bedrock')
    let flowing = 0
    for (let chunk = 0; chunk < 36; chunk++) {
      const [chunkX, chunkZ] = [chunk % 6, Math.floor(chunk / 6)]
      const within = (x: number, z: number) => x >> 4 === chunkX && z >> 4 === chunkZ
      const due: [number, number, number][] = []
      const flow = new Flow({
        registry,
        isUltrawarm: false,
        minY: level.minY,
        state: (x, y, z) => (within(x, z) ? level.state(x, y, z) : bedrock),
        set: (x, y, z) => expect.fail(`${x} ${y} ${z} is not settled`),
        wash: (x, y, z) => expect.fail(`${x} ${y} ${z} is washed away`),
        schedule: (x, y, z) => due.push([x, y, z]),
      })
      for (const { x, y, z } of places(chunkX, chunkZ, level, 60)) {
        const state = level.state(x, y, z)
        if (liquids.of(state) === NO_LIQUID || liquids.level(state) === SOURCE) continue
        flowing++
        flow.disturb(x, y, z)
      }
      for (const [x, y, z] of due) flow.update(x, y, z)
    }
    expect(flowing).toBeGreaterThan(20)
  })

  it('flow into a neighbouring column once it is loaded', () => {
    const terrain = createTerrain(registry, 2)
    const level = levelOf(registry, terrain)
    const time = new WorldTime()
    const breaker = { breakAt() {} } as unknown as BlockBreaker
    installFluids(level, time, breaker, (column) => terrain.spills(column))
    let crossed = 0
    for (let chunk = 0; chunk < 100 && crossed < 3; chunk++) {
      const [chunkX, chunkZ] = [chunk % 10, Math.floor(chunk / 10)]
      for (const { x, y, z } of terrain.spills(terrain.column(chunkX, chunkZ))) {
        for (const [dx, dz] of SIDES) {
          const beyond = [(x + dx) >> 4, (z + dz) >> 4] as const
          if (beyond[0] === chunkX && beyond[1] === chunkZ) continue
          const unmodified = levelOf(registry, terrain)
          const floor = unmodified.solid(x, y - 1, z)
          if (!floor || unmodified.state(x + dx, y, z + dz) !== registry.blockState('air')) continue
          const { length } = SIDES.filter(([sx, sz]) => unmodified.solid(x + sx, y, z + sz))
          if (length < 2 || liquids.level(unmodified.state(x, y, z)) > 5) continue
          level.column(chunkX, chunkZ)
          for (let tick = 0; tick < 100; tick++) time.step()
          level.column(...beyond)
          for (let tick = 0; tick < 200; tick++) time.step()
          if (liquids.of(level.state(x + dx, y, z + dz)) !== NO_LIQUID) crossed++
        }
      }
    }
    expect(crossed).toBeGreaterThan(0)
  })
})
