import type { Registry } from '#knowledge/registry'
import type { ColumnBuffer } from './column-buffer.ts'
import { type Filling, ROCK } from './filling.ts'
import { createField, type Field } from './noise.ts'
import { CELL_WIDTH } from './noise-lattice.ts'

/** Height of an aquifer layer (blocks); the lower half holds the liquid. */
const LAYER_HEIGHT = 40
const BOTTOM_Y = -40
const LAYERS = 3
/** Scale of the noise of flooded and dry regions (blocks). */
const ACROSS = 100
/** Noise threshold of a flooded region: under a tenth of the land, as in the game. */
const FLOODED = 0.586
/** Thresholds in the lowest layer: water above, lava (a third of the area) below. */
const DEEP_WATER = 0.64
const DEEP_LAVA = -0.733

/** Width of a column with a margin of one block. */
const WIDTH = 18
/** Noise samples in a row: the corners of cells with one extra on each side, interpolated between. */
const ROW = 16 / CELL_WIDTH + 3

/**
 * Contents of caves in 1.18 and later: lava up to a height, and above it regions of water, or of lava deep down.
 * Rock separates a flooded region from dry ones and from the layer below.
 */
export function createAquifers(registry: Registry, seed: number, lavaLevel: number): Filling {
  const air = registry.blockState('air')
  const water = registry.blockState('water')
  const lava = registry.blockState('lava')
  const fields = Array.from({ length: LAYERS }, (_, i) =>
    createField(`aquifers-${i}-${seed}`, ACROSS),
  )
  /** Contents of each layer by position: air where it is dry. */
  const contents = fields.map(() => new Int32Array(256))
  const around = new Int32Array(WIDTH * WIDTH)
  const corners = new Float64Array(ROW * ROW)

  function liquidOf(value: number, lowest: boolean): number {
    if (lowest && value < DEEP_LAVA) return lava
    return value > (lowest ? DEEP_WATER : FLOODED) ? water : air
  }

  /** Samples the noise around a column; returns whether any part may be flooded. */
  function sample({ chunkX, chunkZ }: ColumnBuffer, field: Field, lowest: boolean): boolean {
    let flooded = false
    for (let i = 0; i < corners.length; i++) {
      const x = chunkX * 16 + ((i % ROW) - 1) * CELL_WIDTH
      const z = chunkZ * 16 + (Math.floor(i / ROW) - 1) * CELL_WIDTH
      const value = field(x, z)
      corners[i] = value
      if (liquidOf(value, lowest) !== air) flooded = true
    }
    return flooded
  }

  function surveyLayer(buffer: ColumnBuffer, field: Field, number: number): void {
    const content = contents[number]
    if (!sample(buffer, field, number === 0)) {
      content?.fill(air)
      return
    }
    for (let i = 0; i < around.length; i++) {
      const x = (i % WIDTH) + CELL_WIDTH - 1
      const z = Math.floor(i / WIDTH) + CELL_WIDTH - 1
      const corner = Math.floor(z / CELL_WIDTH) * ROW + Math.floor(x / CELL_WIDTH)
      const alongX = (x % CELL_WIDTH) / CELL_WIDTH
      const near = mix(corners[corner] ?? 0, corners[corner + 1] ?? 0, alongX)
      const far = mix(corners[corner + ROW] ?? 0, corners[corner + ROW + 1] ?? 0, alongX)
      around[i] = liquidOf(mix(near, far, (z % CELL_WIDTH) / CELL_WIDTH), number === 0)
    }
    for (let place = 0; place < 256 && content; place++) {
      const i = ((place >> 4) + 1) * WIDTH + (place & 15) + 1
      const here = around[i] ?? air
      const same =
        around[i - 1] === here &&
        around[i + 1] === here &&
        around[i - WIDTH] === here &&
        around[i + WIDTH] === here
      content[place] = here === air || same ? here : ROCK
    }
  }

  /** Content of a layer at any position, without the rock around it. */
  function contentAt(number: number, x: number, z: number): number {
    const field = fields[number]
    if (!field) return air
    const [dx, dz] = [x & (CELL_WIDTH - 1), z & (CELL_WIDTH - 1)]
    const along = (cornerZ: number) =>
      mix(field(x - dx, cornerZ), field(x - dx + CELL_WIDTH, cornerZ), dx / CELL_WIDTH)
    const value = mix(along(z - dz), along(z - dz + CELL_WIDTH), dz / CELL_WIDTH)
    return liquidOf(value, number === 0)
  }

  return {
    survey(buffer) {
      fields.forEach((field, number) => {
        surveyLayer(buffer, field, number)
      })
    },
    at(place, y) {
      if (y <= lavaLevel) return lava
      const { number, height } = layerOf(y)
      if (height >= LAYER_HEIGHT / 2) return air
      const content = contents[number]?.[place] ?? air
      return height === 0 && content !== air ? ROCK : content
    },
    mayFlood(x, y, z) {
      if (y <= lavaLevel) return true
      const { number, height } = layerOf(y)
      return height > 0 && height < LAYER_HEIGHT / 2 && contentAt(number, x, z) !== air
    },
  }
}

/** Number of a layer, and the height of a block in it. */
function layerOf(y: number): { number: number; height: number } {
  const number = Math.floor((y - BOTTOM_Y) / LAYER_HEIGHT)
  return { number, height: y - BOTTOM_Y - number * LAYER_HEIGHT }
}

function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share
}
