import seedrandom from 'seedrandom'
import { describe, expect, it } from 'vitest'
import { blockTableOf } from '#knowledge/block-traits'
import { registryFor } from '#knowledge/registry'
import { BlockMemory } from '#perception/block-memory'
import type { LoadedSection } from '#perception/loaded-blocks'
import { SIGHT_DISTANCE, SightLines } from '#perception/sight-lines'

const traits = blockTableOf(registryFor('1.16.5'))
const glass = registryFor('1.16.5').blockState('glass') + 1

type Codes = (x: number, y: number, z: number) => Uint16Array | undefined

/** Sections that the agent has not looked at yet. */
function fresh(codesOf: Codes) {
  const sections = new Map<Uint16Array, LoadedSection>()
  return (x: number, y: number, z: number) => {
    const codes = codesOf(x, y, z)
    if (!codes) return undefined
    const section = sections.get(codes) ?? {
      codes,
      sight: Uint8Array.from(codes, (code) => traits.opaque[code] ?? 0),
    }
    sections.set(codes, section)
    return section
  }
}

/** 2x2x2 chunk sections of random stone, glass and air. */
function randomGrid(seed: string) {
  const random = seedrandom(seed)
  const sections = new Map<string, Uint16Array>()
  for (const x of [0, 1])
    for (const y of [0, 1])
      for (const z of [0, 1]) {
        const codes = new Uint16Array(4096)
        for (let i = 0; i < codes.length; i++) {
          const chance = random()
          codes[i] = chance < 0.1 ? traits.stoneCode : chance < 0.2 ? glass : traits.airCode
        }
        sections.set(`${x},${y},${z}`, codes)
      }
  const section = (x: number, y: number, z: number) => sections.get(`${x},${y},${z}`)
  const code = (x: number, y: number, z: number) =>
    section(x >> 4, y >> 4, z >> 4)?.[((y & 15) << 8) | ((z & 15) << 4) | (x & 15)] ?? 0
  return { random, code, fresh: () => fresh(section) }
}

type Point = readonly [number, number, number]

/** Positions between two points in tiny steps, up to the first opaque block. */
function sampled(code: (x: number, y: number, z: number) => number, from: Point, to: Point) {
  const positions = new Set<string>()
  const steps = 40_000
  for (let i = 0; i <= steps; i++) {
    const [x, y, z] = from.map((start, axis) =>
      Math.floor(start + (((to[axis] ?? 0) - start) * i) / steps),
    ) as [number, number, number]
    positions.add(`${x},${y},${z}`)
    if (code(x, y, z) === traits.stoneCode) return positions
  }
  return positions
}

describe('a line of sight', () => {
  it('meets the same blocks as a finely sampled line, and remembers exactly those', () => {
    const grid = randomGrid('lines')
    const point = (): Point => [grid.random() * 32, grid.random() * 32, grid.random() * 32]
    const outcomes = new Set<boolean>()
    for (let i = 0; i < 60; i++) {
      const from = point()
      const to = point()
      if (grid.code(...(from.map(Math.floor) as [number, number, number])) === traits.stoneCode)
        continue
      const memory = new BlockMemory(traits)
      const lines = new SightLines({ section: grid.fresh() }, memory)
      lines.from(...from)
      const seen = lines.sees(...to)
      const expected = sampled(grid.code, from, to)
      const target = to.map(Math.floor).join()
      const reached = expected.has(target)
      expect(seen).toBe(reached)
      outcomes.add(reached)
      let known = 0
      for (let x = 0; x < 32; x++)
        for (let y = 0; y < 32; y++)
          for (let z = 0; z < 32; z++) {
            const code = memory.code(x, y, z)
            if (code === 0) continue
            known++
            expect(code).toBe(grid.code(x, y, z))
          }
      // Sampling can miss a block if the line only touches its corner.
      const missed = [...expected].filter(
        (key) => memory.code(...(key.split(',').map(Number) as [number, number, number])) === 0,
      )
      expect(missed).toEqual([])
      expect(known - expected.size).toBeLessThanOrEqual(1)
    }
    expect(outcomes).toEqual(new Set([true, false]))
  })

  it('ends at the range of sight', () => {
    const air = new Uint16Array(4096).fill(traits.airCode)
    const memory = new BlockMemory(traits)
    const lines = new SightLines({ section: fresh(() => air.slice()) }, memory)
    lines.from(0.5, 0.5, 0.5)
    lines.look(1, 0, 0, SIGHT_DISTANCE)
    expect(memory.code(SIGHT_DISTANCE, 0, 0)).toBe(traits.airCode)
    expect(memory.code(SIGHT_DISTANCE + 1, 0, 0)).toBe(0)
    expect(lines.sees(0.5, SIGHT_DISTANCE + 1, 0.5)).toBe(false)
  })

  it('does not pass between two blocks that touch at an edge', () => {
    const codes = new Uint16Array(4096).fill(traits.airCode)
    for (let y = 0; y < 16; y++) {
      codes[(y << 8) | (5 << 4) | 6] = traits.stoneCode
      codes[(y << 8) | (6 << 4) | 5] = traits.stoneCode
    }
    const inside = (...at: number[]) => (at.every((i) => i === 0) ? codes : undefined)
    const lines = new SightLines({ section: fresh(inside) }, new BlockMemory(traits))
    lines.from(5.5, 5.5, 5.5)
    expect(lines.sees(6.5, 5.5, 6.5)).toBe(false)
    expect(lines.sees(4.5, 5.5, 4.5)).toBe(true)
  })
})

describe.each(['1.12.2', '1.16.5', '1.18.2', '1.21.4'])('opacity in %s', (version) => {
  const registry = registryFor(version)
  const { opaque } = blockTableOf(registry)
  const hides = (name: string, properties = {}) =>
    opaque[registry.blockState(name, properties) + 1] === 1

  it('holds for blocks that fill their position', () => {
    for (const name of ['stone', 'redstone_ore', 'oak_leaves', 'lava', 'farmland', 'oak_log'])
      expect([name, hides(name)]).toEqual([name, true])
  })

  it('does not hold for transparent and smaller blocks', () => {
    for (const name of ['air', 'glass', 'water', 'ice', 'chest', 'torch', 'dandelion', 'ladder'])
      expect([name, hides(name)]).toEqual([name, false])
  })
})
