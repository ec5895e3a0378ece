import { WATER_LEVEL } from './climate.ts'
import type { ColumnBuffer } from './column-buffer.ts'
import { type CaveGenerator, type Filling, ROCK } from './filling.ts'
import type { Landscape } from './landscape.ts'
import { createField } from './noise.ts'
import { CELL_HEIGHT, CELL_WIDTH, cellOf, NoiseLattice } from './noise-lattice.ts'

/** Rock left between caves and the surface or the sea floor, away from entrances (blocks). */
const ROOF = 6
/** Noise thresholds at which this rock becomes thinner, and at which caves open to the surface. */
const THIN_ROOF = 0.2
const NO_ROOF = 0.4
/** Half width of tunnels in noise units at sea level, its growth with each block of depth, and its maximum. */
const TUNNEL = 0.115
const TUNNEL_GROWTH = 0.0007
const MAX_TUNNEL = 0.155
/** Noise threshold of caverns. */
const CAVERN = 0.7
/** Heights at which caves begin to shrink and at which they end, as near the game's bottom bedrock. */
const NARROWING = -40
const CLOSED = -64

/**
 * Noise caves of 1.18 and later: tunnels where two noises are both near zero, and caverns where a third is high.
 * They avoid water, and reach the surface in some regions only.
 */
export function createCaves(seed: number, filling: Filling, floor: number): CaveGenerator {
  const first = new NoiseLattice(`tunnels-a-${seed}`, 58, 40)
  const second = new NoiseLattice(`tunnels-b-${seed}`, 58, 40)
  const caverns = new NoiseLattice(`caverns-${seed}`, 72, 40)
  const openings = createField(`openings-${seed}`, 110)
  const roofs = new Int16Array(256)

  /** Maximum height of caves at a dry position. */
  function roofAt(x: number, z: number, ground: number): number {
    const share = (openings(x, z) - THIN_ROOF) / (NO_ROOF - THIN_ROOF)
    return Math.floor(ground - ROOF * (1 - Math.min(1, Math.max(0, share))))
  }

  /** Stores the maximum cave heights of a column; returns the highest. */
  function measureRoofs(buffer: ColumnBuffer, landscape: Landscape): number {
    let highest = floor
    for (let z = 0; z < 16; z++) {
      for (let x = 0; x < 16; x++) {
        const lowest = landscape.lowestAround(x, z)
        const roof =
          lowest < WATER_LEVEL
            ? lowest - ROOF
            : roofAt(buffer.chunkX * 16 + x, buffer.chunkZ * 16 + z, landscape.height(x, z))
        roofs[(z << 4) | x] = roof
        highest = Math.max(highest, roof)
      }
    }
    return highest
  }

  function carveCell(buffer: ColumnBuffer, cell: number, x0: number, y0: number, z0: number): void {
    for (let y = Math.max(y0, floor); y < y0 + CELL_HEIGHT; y++) {
      const width = tunnelWidth(y)
      const cavern = cavernFrom(y)
      const dy = y - y0
      for (let dz = 0; dz < CELL_WIDTH; dz++) {
        for (let dx = 0; dx < CELL_WIDTH; dx++) {
          const place = ((z0 + dz) << 4) | (x0 + dx)
          if (y > (roofs[place] ?? 0)) continue
          const a = first.within(cell, dx, dy, dz)
          const b = second.within(cell, dx, dy, dz)
          if (a * a + b * b >= width * width && caverns.within(cell, dx, dy, dz) <= cavern) continue
          const content = filling.at(place, y)
          if (content !== ROCK) buffer.states[((y - buffer.minY) << 8) | place] = content
        }
      }
    }
  }

  function mayCarve(x: number, y: number, z: number): boolean {
    const a = first.at(x, y, z)
    const b = second.at(x, y, z)
    return a * a + b * b < tunnelWidth(y) ** 2 || caverns.at(x, y, z) > cavernFrom(y)
  }

  return {
    open: (x, z, ground) => roofAt(x, z, ground) >= ground && mayCarve(x, ground, z),
    mayCarve,
    carve(buffer, landscape) {
      const top = measureRoofs(buffer, landscape)
      for (const noise of [first, second, caverns]) noise.sample(buffer, top)
      for (let y = buffer.minY; y <= top; y += CELL_HEIGHT) {
        const width = Math.max(tunnelWidth(y), tunnelWidth(y + CELL_HEIGHT - 1))
        for (let z = 0; z < 16; z += CELL_WIDTH) {
          for (let x = 0; x < 16; x += CELL_WIDTH) {
            const cell = cellOf(x, y - buffer.minY, z)
            const tunnels =
              first.comesBetween(cell, -width, width) && second.comesBetween(cell, -width, width)
            if (tunnels || caverns.comesBetween(cell, CAVERN, 1)) carveCell(buffer, cell, x, y, z)
          }
        }
      }
    },
  }
}

function tunnelWidth(y: number): number {
  const width = Math.min(MAX_TUNNEL, TUNNEL + Math.max(0, WATER_LEVEL - y) * TUNNEL_GROWTH)
  return width * openness(y)
}

function cavernFrom(y: number): number {
  return 1 - (1 - CAVERN) * openness(y)
}

/** 1 where caves have full width, falling to 0 where they end. */
function openness(y: number): number {
  return Math.min(1, Math.max(0, (y - CLOSED) / (NARROWING - CLOSED)))
}
