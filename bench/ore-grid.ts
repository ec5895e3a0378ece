import { NEIGHBOURS } from '#geometry/neighbours'
import type { Registry } from '#knowledge/registry'
import type { Terrain } from '#world/terrain/terrain'

export const ROCK = 0
export const AIR = 1
export const LIQUID = 2
export const ORE = 3

const AROUND = [-1, 0, 1]

/** A horizontal slab of a world's rock with the veins of one ore, for comparing search patterns. */
export class OreGrid {
  /** Width along x and z (blocks), from the corner of chunk 0, 0. */
  readonly width: number
  readonly minY: number
  readonly maxY: number
  readonly #cells: Uint8Array
  readonly #veins = new Map<number, number>()
  veins = 0

  /** @param chunks width in chunks @param minY @param maxY heights, inclusive */
  constructor(
    registry: Registry,
    terrain: Terrain,
    options: { kind: string; chunks: number; minY: number; maxY: number },
  ) {
    const { kind, chunks, minY, maxY } = options
    this.width = chunks * 16
    this.minY = minY
    this.maxY = maxY
    this.#cells = new Uint8Array(this.width * this.width * (maxY - minY + 1))
    const codes = new Map<number, number>()
    const codeOf = (state: number): number => {
      const known = codes.get(state)
      if (known !== undefined) return known
      const name = registry.blockName(state)
      const liquid = name === 'water' || name === 'lava'
      const ore = name === kind || name === `deepslate_${kind}`
      const code = name === 'air' ? AIR : liquid ? LIQUID : ore ? ORE : ROCK
      codes.set(state, code)
      return code
    }
    for (let chunk = 0; chunk < chunks * chunks; chunk++) {
      const [chunkX, chunkZ] = [chunk % chunks, Math.floor(chunk / chunks)]
      const column = terrain.column(chunkX, chunkZ)
      for (let y = minY; y <= maxY; y++) {
        for (let place = 0; place < 256; place++) {
          const at = { x: place & 15, y, z: place >> 4 }
          const index = this.#index(chunkX * 16 + at.x, y, chunkZ * 16 + at.z)
          this.#cells[index] = codeOf(column.getBlockStateId(at))
        }
      }
    }
    this.#label()
  }

  #index(x: number, y: number, z: number): number {
    return ((y - this.minY) * this.width + z) * this.width + x
  }

  /** Content of a block position; rock outside the slab. */
  at(x: number, y: number, z: number): number {
    const inside = x >= 0 && z >= 0 && x < this.width && z < this.width
    if (!inside || y < this.minY || y > this.maxY) return ROCK
    return this.#cells[this.#index(x, y, z)] ?? ROCK
  }

  /** Index of the vein at a position, if any. */
  vein(x: number, y: number, z: number): number | undefined {
    return this.at(x, y, z) === ORE ? this.#veins.get(this.#index(x, y, z)) : undefined
  }

  /** Collects the veins at a position or adjacent to it, and the positions that it exposes. */
  look(x: number, y: number, z: number, veins: Set<number>, cells?: Set<number>): void {
    for (const [dx, dy, dz] of [[0, 0, 0] as const, ...NEIGHBOURS]) {
      const vein = this.vein(x + dx, y + dy, z + dz)
      if (vein !== undefined) veins.add(vein)
      cells?.add(this.#index(x + dx, y + dy, z + dz))
    }
  }

  /** Ore blocks that touch, including at edges and corners, form one vein. */
  #label(): void {
    for (let z = 0; z < this.width; z++) {
      for (let x = 0; x < this.width; x++) {
        for (let y = this.minY; y <= this.maxY; y++) {
          if (this.at(x, y, z) !== ORE || this.#veins.has(this.#index(x, y, z))) continue
          this.#spread(x, y, z, this.veins++)
        }
      }
    }
  }

  #spread(x: number, y: number, z: number, vein: number): void {
    const open = [[x, y, z] as const]
    this.#veins.set(this.#index(x, y, z), vein)
    for (let cell = open.pop(); cell; cell = open.pop()) {
      for (const dx of AROUND) {
        for (const dy of AROUND) {
          for (const dz of AROUND) {
            const next = [cell[0] + dx, cell[1] + dy, cell[2] + dz] as const
            if (this.at(...next) !== ORE || this.#veins.has(this.#index(...next))) continue
            this.#veins.set(this.#index(...next), vein)
            open.push(next)
          }
        }
      }
    }
  }

  /** The connected air around a position, up to a horizontal distance (blocks). */
  *cave(
    x: number,
    y: number,
    z: number,
    reach: number,
  ): Generator<readonly [number, number, number]> {
    const seen = new Set([this.#index(x, y, z)])
    const open = [[x, y, z] as const]
    for (let i = 0; i < open.length; i++) {
      const cell = open[i]
      if (!cell) continue
      yield cell
      for (const [dx, dy, dz] of NEIGHBOURS) {
        const next = [cell[0] + dx, cell[1] + dy, cell[2] + dz] as const
        if (this.at(...next) !== AIR || seen.has(this.#index(...next))) continue
        if (Math.max(Math.abs(next[0] - x), Math.abs(next[2] - z)) > reach) continue
        seen.add(this.#index(...next))
        open.push(next)
      }
    }
  }
}
