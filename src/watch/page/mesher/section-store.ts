import { loadChunkColumn } from './chunk-column.ts'

/** States of a section's 4,096 blocks, with x varying fastest and y slowest; a number if all are equal. */
type States = Uint16Array | number

/** A chunk as flat arrays, which are fast to read. */
interface Column {
  readonly sections: States[]
  /** Biomes of 4 x 4 cells per section, sampled at the section's middle. */
  readonly biomes: Uint8Array[]
}

const AIR = 0

/** The blocks of all loaded chunks, with y counted from the world's floor. */
export class SectionStore {
  readonly #columns = new Map<string, Column>()
  /** The column of the last query: most queries are for the same column as before. */
  #last: { x: number; z: number; column: Column | undefined } | null = null
  readonly #minY: number
  readonly #sections: number
  readonly #majorVersion: string

  constructor(majorVersion: string, minY: number, height: number) {
    this.#majorVersion = majorVersion
    this.#minY = minY
    this.#sections = Math.ceil(height / 16)
  }

  /** Adds a chunk from prismarine-chunk's JSON; `x` and `z` are its corner (blocks). */
  add(x: number, z: number, json: string): void {
    const column = loadChunkColumn(this.#majorVersion, json)
    const sections: States[] = []
    const biomes: Uint8Array[] = []
    for (let i = 0; i < this.#sections; i++) {
      const floor = this.#minY + i * 16
      sections.push(statesOf(column, floor))
      biomes.push(biomesOf(column, floor))
    }
    this.#columns.set(key(x, z), { sections, biomes })
    this.#last = null
  }

  remove(x: number, z: number): void {
    this.#columns.delete(key(x, z))
    this.#last = null
  }

  has(x: number, z: number): boolean {
    return this.#columns.has(key(x, z))
  }

  /** State of a block; null where no chunk is loaded. */
  state(x: number, y: number, z: number): number | null {
    const column = this.#column(x, z)
    if (!column) return null
    const states = column.sections[y >> 4] ?? AIR
    return typeof states === 'number' ? states : (states[index(x, y, z)] ?? AIR)
  }

  /** Biome id at a block. */
  biome(x: number, y: number, z: number): number {
    const biomes = this.#column(x, z)?.biomes[y >> 4]
    return biomes?.[((z & 15) >> 2) * 4 + ((x & 15) >> 2)] ?? 0
  }

  setState(x: number, y: number, z: number, state: number): void {
    const column = this.#column(x, z)
    const states = column?.sections[y >> 4]
    if (!column || states === undefined) return
    if (typeof states !== 'number') states[index(x, y, z)] = state
    else if (states !== state) {
      const filled = new Uint16Array(4096).fill(states)
      filled[index(x, y, z)] = state
      column.sections[y >> 4] = filled
    }
  }

  /** The only state of a section; null if there are several, or no chunk. */
  uniform(x: number, y: number, z: number): number | null {
    const states = this.#column(x, z)?.sections[y >> 4]
    return typeof states === 'number' ? states : null
  }

  /** Whether each block of a section has a state that a table marks with 1; false without a chunk. */
  every(x: number, y: number, z: number, marked: Uint8Array): boolean {
    const states = this.#column(x, z)?.sections[y >> 4]
    if (states === undefined) return false
    if (typeof states === 'number') return marked[states] === 1
    for (const state of states) if (marked[state] !== 1) return false
    return true
  }

  /** Height of the highest block in each column of a chunk for which `counts` is true. */
  surface(x: number, z: number, counts: (state: number) => boolean): Int16Array {
    const heights = new Int16Array(256)
    for (let i = 0; i < 256; i++) {
      let y = this.#sections * 16 - 1
      while (y >= 0 && !counts(this.state(x + (i & 15), y, z + (i >> 4)) ?? AIR)) y--
      heights[i] = y
    }
    return heights
  }

  #column(blockX: number, blockZ: number): Column | undefined {
    const [x, z] = [blockX & ~15, blockZ & ~15]
    if (this.#last?.x === x && this.#last.z === z) return this.#last.column
    const column = this.#columns.get(key(x, z))
    this.#last = { x, z, column }
    return column
  }
}

function key(x: number, z: number): string {
  return `${x},${z}`
}

function index(x: number, y: number, z: number): number {
  return ((y & 15) << 8) | ((z & 15) << 4) | (x & 15)
}

interface Readable {
  getBlockStateId(pos: { x: number; y: number; z: number }): number
  getBiome(pos: { x: number; y: number; z: number }): number
}

function statesOf(column: Readable, floor: number): States {
  const states = new Uint16Array(4096)
  const pos = { x: 0, y: 0, z: 0 }
  for (let y = 0; y < 16; y++) {
    for (let z = 0; z < 16; z++) {
      for (let x = 0; x < 16; x++) {
        pos.x = x
        pos.y = floor + y
        pos.z = z
        states[index(x, y, z)] = column.getBlockStateId(pos)
      }
    }
  }
  const [one = AIR] = states
  return states.every((state) => state === one) ? one : states
}

function biomesOf(column: Readable, floor: number): Uint8Array {
  return Uint8Array.from({ length: 16 }, (_, i) =>
    column.getBiome({ x: (i & 3) * 4 + 2, y: floor + 8, z: (i >> 2) * 4 + 2 }),
  )
}
