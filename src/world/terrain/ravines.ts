import { WATER_LEVEL } from './climate.ts'
import { type ColumnBuffer, LAYER } from './column-buffer.ts'
import type { Landscape } from './landscape.ts'
import { createField } from './noise.ts'

/** Noise of a region from which a ravine runs through it. */
const REGION = 0.72
/** Half width of a ravine in the noise along whose zero line it runs. */
const HALF_WIDTH = 0.07
/** Height of the floor of a ravine in its middle. */
const FLOOR = 18

export interface Ravines {
  carve(buffer: ColumnBuffer, landscape: Landscape): void
  /** Whether a ravine cuts the ground here. */
  open(x: number, z: number): boolean
}

/** Deep, narrow cuts that are open to the sky, with walls that lean in towards the floor. */
export function createRavines(seed: number, air: number): Ravines {
  const regions = createField(`ravine-regions-${seed}`, 150)
  const lines = createField(`ravine-lines-${seed}`, 90)

  /** 0 in the middle of a ravine, 1 and more outside of it. */
  function distance(x: number, z: number): number {
    const region = regions(x, z)
    if (region < REGION) return 1
    const recorder = Math.min(1, (region - REGION) / 0.1)
    return Math.abs(lines(x, z)) / (HALF_WIDTH * recorder)
  }

  return {
    open: (x, z) => distance(x, z) < 1,
    carve(buffer, landscape) {
      for (let z = 0; z < 16; z++) {
        for (let x = 0; x < 16; x++) {
          const share = distance(buffer.chunkX * 16 + x, buffer.chunkZ * 16 + z)
          if (share >= 1 || landscape.lowestAround(x, z) < WATER_LEVEL) continue
          const height = landscape.height(x, z)
          const floor = Math.floor(FLOOR + (height - FLOOR) * share ** 3)
          let index = buffer.index(x, floor, z)
          for (let y = floor; y <= height; y++, index += LAYER) buffer.states[index] = air
        }
      }
    },
  }
}
