import type { Biome } from './biomes.ts'
import { BIOMES } from './biomes.ts'
import type { Surface } from './climate.ts'

const WIDTH = 18

/** Heights and biomes of a column with a margin of one block: x and z from -1 to 16. */
export class Landscape {
  readonly #heights = new Int16Array(WIDTH * WIDTH)
  readonly #biomes: Biome[] = new Array<Biome>(WIDTH * WIDTH).fill(BIOMES.plains)
  lowest = 0
  highest = 0

  survey(climate: { at(x: number, z: number): Surface }, chunkX: number, chunkZ: number): void {
    this.lowest = Number.POSITIVE_INFINITY
    this.highest = Number.NEGATIVE_INFINITY
    for (let z = -1; z <= 16; z++) {
      for (let x = -1; x <= 16; x++) {
        const { height, biome } = climate.at(chunkX * 16 + x, chunkZ * 16 + z)
        const index = (z + 1) * WIDTH + x + 1
        this.#heights[index] = height
        this.#biomes[index] = biome
        this.lowest = Math.min(this.lowest, height)
        this.highest = Math.max(this.highest, height)
      }
    }
  }

  /** Height of the topmost solid block, before caves. */
  height(x: number, z: number): number {
    return this.#heights[(z + 1) * WIDTH + x + 1] ?? 0
  }

  biome(x: number, z: number): Biome {
    return this.#biomes[(z + 1) * WIDTH + x + 1] ?? BIOMES.plains
  }

  /** Minimum height of a position and its eight neighbours. */
  lowestAround(x: number, z: number): number {
    let lowest = this.height(x, z)
    for (let dz = -1; dz <= 1; dz++) {
      for (let dx = -1; dx <= 1; dx++) lowest = Math.min(lowest, this.height(x + dx, z + dz))
    }
    return lowest
  }
}
