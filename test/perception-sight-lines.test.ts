import seedrandom from 'seedrandom'
import { describe, expect, it } from 'vitest'
import { blockTableOf } from '../src/knowledge/block-traits.ts'
import { registryFor } from '../src/knowledge/registry.ts'
import { BlockMemory } from '../src/perception/block-memory.ts'
import type { LoadedSection } from '../src/perception/loaded-cells.ts'
import { SIGHT_DISTANCE, SightLines } from '../src/perception/sight-lines.ts'

const traits = blockTableOf(registryFor('1.16.5'))
const glass = registryFor('1.16.5').blockState('glass') + 1

type Cells = (x: number, y: number, z: number) => Uint16Array | undefined

/** Sections that nobody has looked at yet. */
function fresh(cellsOf: Cells) {
  const sections = new Map<Uint16Array, LoadedSection>()
  return (x: number, y: number, z: number) => {
    const cells = cellsOf(x, y, z)
    if (!cells) return undefined
    const section = sections.get(cells) ?? {
      cells,
      sight: Uint8Array.from(cells, (cell) => traits.opaque[cell] ?? 0),
    }
    sections.set(cells, section)
    return section
  }
}

/** Two by two by two chunk sections of random stone, glass and air. */
function randomGrid(seed: string) {
  const random = seedrandom(seed)
  const sections = new Map<string, Uint16Array>()
  for (const x of [0, 1])
    for (const y of [0, 1])
      for (const z of [0, 1]) {
        const cells = new Uint16Array(4096)
        for (let i = 0; i < cells.length; i++) {
          const chance = random()
          cells[i] = chance < 0.1 ? traits.stoneCode : chance < 0.2 ? glass : traits.airCode
        }
        sections.set(`${x},${y},${z}`, cells)
      }
  const section = (x: number, y: number, z: number) => sections.get(`${x},${y},${z}`)
  const cell = (x: number, y: number, z: number) =>
    section(x >> 4, y >> 4, z >> 4)?.[((y & 15) << 8) | ((z & 15) << 4) | (x & 15)] ?? 0
  return { random, cell, fresh: () => fresh(section) }
}

type Point = readonly [number, number, number]

/** Cells on the way from one point to another by tiny steps, up to the first opaque one. */
function sampled(cell: (x: number, y: number, z: number) => number, from: Point, to: Point) {
  const cells = new Set<string>()
  const steps = 40_000
  for (let i = 0; i <= steps; i++) {
    const [x, y, z] = from.map((start, axis) =>
      Math.floor(start + (((to[axis] ?? 0) - start) * i) / steps),
    ) as [number, number, number]
    cells.add(`${x},${y},${z}`)
    if (cell(x, y, z) === traits.stoneCode) return cells
  }
  return cells
}

describe('a line of sight', () => {
  it('meets what a finely sampled line meets, and remembers exactly that', () => {
    const grid = randomGrid('lines')
    const point = (): Point => [grid.random() * 32, grid.random() * 32, grid.random() * 32]
    const outcomes = new Set<boolean>()
    for (let i = 0; i < 60; i++) {
      const from = point()
      const to = point()
      if (grid.cell(...(from.map(Math.floor) as [number, number, number])) === traits.stoneCode)
        continue
      const memory = new BlockMemory(traits)
      const lines = new SightLines({ section: grid.fresh() }, memory)
      lines.from(...from)
      const seen = lines.sees(...to)
      const expected = sampled(grid.cell, from, to)
      const target = to.map(Math.floor).join()
      const reached = expected.has(target)
      expect(seen).toBe(reached)
      outcomes.add(reached)
      let known = 0
      for (let x = 0; x < 32; x++)
        for (let y = 0; y < 32; y++)
          for (let z = 0; z < 32; z++) {
            const cell = memory.cell(x, y, z)
            if (cell === 0) continue
            known++
            expect(cell).toBe(grid.cell(x, y, z))
          }
      // Sampling can miss a cell of which the line only touches a corner.
      const missed = [...expected].filter(
        (key) => memory.cell(...(key.split(',').map(Number) as [number, number, number])) === 0,
      )
      expect(missed).toEqual([])
      expect(known - expected.size).toBeLessThanOrEqual(1)
    }
    expect(outcomes).toEqual(new Set([true, false]))
  })

  it('ends at the end of sight', () => {
    const air = new Uint16Array(4096).fill(traits.airCode)
    const memory = new BlockMemory(traits)
    const lines = new SightLines({ section: fresh(() => air.slice()) }, memory)
    lines.from(0.5, 0.5, 0.5)
    lines.look(1, 0, 0, SIGHT_DISTANCE)
    expect(memory.cell(SIGHT_DISTANCE, 0, 0)).toBe(traits.airCode)
    expect(memory.cell(SIGHT_DISTANCE + 1, 0, 0)).toBe(0)
    expect(lines.sees(0.5, SIGHT_DISTANCE + 1, 0.5)).toBe(false)
  })

  it('does not slip between two blocks that touch at an edge', () => {
    const cells = new Uint16Array(4096).fill(traits.airCode)
    for (let y = 0; y < 16; y++) {
      cells[(y << 8) | (5 << 4) | 6] = traits.stoneCode
      cells[(y << 8) | (6 << 4) | 5] = traits.stoneCode
    }
    const inside = (...at: number[]) => (at.every((i) => i === 0) ? cells : undefined)
    const lines = new SightLines({ section: fresh(inside) }, new BlockMemory(traits))
    lines.from(5.5, 5.5, 5.5)
    expect(lines.sees(6.5, 5.5, 6.5)).toBe(false)
    expect(lines.sees(4.5, 5.5, 4.5)).toBe(true)
  })
})

describe.each(['1.12.2', '1.16.5', '1.18.2', '1.21.4'])('what hides in %s', (version) => {
  const registry = registryFor(version)
  const { opaque } = blockTableOf(registry)
  const hides = (name: string, properties = {}) =>
    opaque[registry.blockState(name, properties) + 1] === 1

  it('is what fills its cell', () => {
    for (const name of ['stone', 'redstone_ore', 'oak_leaves', 'lava', 'farmland', 'oak_log'])
      expect([name, hides(name)]).toEqual([name, true])
  })

  it('is not what can be seen through or past', () => {
    for (const name of ['air', 'glass', 'water', 'ice', 'chest', 'torch', 'dandelion', 'ladder'])
      expect([name, hides(name)]).toEqual([name, false])
  })
})
