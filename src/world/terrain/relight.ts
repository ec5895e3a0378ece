import type { Registry } from '#knowledge/registry'
import type { Column } from '../core/column.ts'
import { boundsOf, DIMENSIONS, type DimensionName } from '../dimensions/dimension-kinds.ts'
import { ColumnBuffer, LAYER } from './column-buffer.ts'
import { LightFlood } from './light-flood.ts'
import { type LitColumn, packLight } from './pack-light.ts'

/** Layers of a section. */
const SECTION_HEIGHT = 16
/** A word of the light arrays with full light in each block. */
const ALL_LIT = 0xffff_ffff

/** Computes the light of columns anew after their blocks changed, as for generated ones. */
export class Relight {
  readonly #buffer: ColumnBuffer
  readonly #flood: LightFlood
  readonly #at = { x: 0, y: 0, z: 0 }

  readonly #hasSky: boolean

  constructor({ registry, dimension }: { registry: Registry; dimension: DimensionName }) {
    const { minY, height } = boundsOf(registry, dimension)
    this.#buffer = new ColumnBuffer(minY, height)
    this.#flood = new LightFlood(registry, height)
    this.#hasSky = DIMENSIONS[dimension].hasSky
  }

  /** Writes the light that the blocks of a column give into it. */
  light(column: Column): void {
    const { minY } = this.#buffer
    const top = minY + (this.#read(column) + 1) * SECTION_HEIGHT - 1
    const light = this.#flood.flood(this.#buffer, top)
    darken(column as LitColumn, Math.ceil(light.clearFrom / SECTION_HEIGHT), this.#hasSky)
    packLight(column as LitColumn, light, minY, this.#hasSky)
  }

  /** Reads the blocks of a column. @returns number of its highest section with blocks. */
  #read(column: Column): number {
    const { states, minY } = this.#buffer
    const at = this.#at
    states.fill(0)
    const highest = column.sections.findLastIndex((section) => section && !section.isEmpty())
    for (let layer = 0; layer < (highest + 1) * SECTION_HEIGHT; layer++) {
      at.y = minY + layer
      for (let place = 0; place < LAYER; place++) {
        at.x = place & 15
        at.z = place >> 4
        states[layer * LAYER + place] = column.getBlockStateId(at)
      }
    }
    return highest
  }
}

/** Removes the light of the lowest sections, and sets that of the others to the open sky's. */
function darken(column: LitColumn, sections: number, hasSky: boolean): void {
  const { skyLightSections, blockLightSections } = column
  column.sections.forEach((section, number) => {
    const apart = number + 1
    const lit = section as { skyLight?: { data: Uint32Array }; blockLight?: { data: Uint32Array } }
    const sky = skyLightSections ? skyLightSections[apart] : lit?.skyLight
    const block = blockLightSections ? blockLightSections[apart] : lit?.blockLight
    sky?.data.fill(number < sections || !hasSky ? 0 : ALL_LIT)
    block?.data.fill(0)
  })
}
