import { describe, expect, it } from 'vitest'
import { blockTableOf } from '#knowledge/block-traits'
import { registryFor } from '#knowledge/registry'
import { BlockMemory } from '#perception/block-memory'

describe('the memory of blocks', () => {
  const table = blockTableOf(registryFor('1.16.5'))
  const LIMIT = 64

  /** A walk along x that sees a block in each of two sections of every chunk. */
  function walk(memory: BlockMemory, chunks: number): void {
    for (let chunkX = 0; chunkX < chunks; chunkX++)
      for (const sectionY of [3, 4]) memory.note(memory.open(chunkX, sectionY, 0), 0, 1 + 1)
  }

  it('is bounded, and forgets what is farthest away', () => {
    const memory = new BlockMemory(table, LIMIT)
    walk(memory, 1000)
    expect(memory.chunks).toBeLessThanOrEqual(LIMIT / 2)
    expect(memory.chunks).toBeGreaterThan(LIMIT / 4)
    expect(memory.code(999 * 16, 48, 0)).toBe(2)
    expect(memory.code(0, 48, 0)).toBe(0)
    expect(memory.hasChunk(0, 0)).toBe(false)
    const kind = table.kind[2] ?? 0
    expect(memory.sectionsOf(kind).size).toBe(2 * memory.chunks)
  })

  it('does not count sections that share an array, such as those of air', () => {
    const memory = new BlockMemory(table, LIMIT)
    const codes = new Uint16Array(4096).fill(1)
    for (let chunkX = 0; chunkX < 200; chunkX++)
      memory.adopt({ chunkX, sectionY: 3, chunkZ: 0, codes, shared: true, revision: 0 })
    expect(memory.chunks).toBe(200)
    const section = memory.section(0, 3, 0)
    if (section) memory.note(section, 0, 2)
    expect(memory.code(0, 48, 0)).toBe(2)
    expect(memory.code(16, 48, 0)).toBe(1)
  })
})
