declare module 'prismarine-chunk/src/index.js' {
  export interface ReadableColumn {
    getBlockStateId(pos: { x: number; y: number; z: number }): number
    getBiome(pos: { x: number; y: number; z: number }): number
  }
  interface MinimalRegistry {
    version: { type: string; majorVersion: string; '>=': (version: string) => boolean }
    blocks: readonly { maxStateId: number }[]
    biomes: readonly unknown[]
    supportFeature: (feature: string) => boolean
  }
  export default function loader(registry: MinimalRegistry): {
    fromJson(json: string): ReadableColumn
  }
}

declare module 'prismarine-viewer/viewer/lib/models.js' {
  export interface SectionGeometry {
    sx: number
    sy: number
    sz: number
    positions: Float32Array<ArrayBuffer>
    normals: Float32Array<ArrayBuffer>
    colors: Float32Array<ArrayBuffer>
    uvs: Float32Array<ArrayBuffer>
    indices: number[]
  }
  export function getSectionGeometry(
    x: number,
    y: number,
    z: number,
    world: { getBlock(pos: { x: number; y: number; z: number }): unknown },
    blockStates: unknown,
  ): SectionGeometry
}

declare module 'prismarine-viewer/viewer/lib/entity/entities.json' {
  import type { EntityGeometry } from './scene/entity-geometry.ts'

  /** Entity models: parts and their skins. */
  const models: Readonly<
    Record<
      string,
      {
        readonly textures: Readonly<Record<string, string>>
        readonly geometry: Readonly<Record<string, EntityGeometry>>
      }
    >
  >
  export default models
}

declare module 'gifenc' {
  type Palette = readonly (readonly number[])[]
  export interface Gif {
    /** `delay` in milliseconds. */
    writeFrame(
      index: Uint8Array,
      width: number,
      height: number,
      options: {
        palette: Palette
        transparent: boolean
        transparentIndex: number
        delay: number
        dispose: number
      },
    ): void
    finish(): void
    bytes(): Uint8Array<ArrayBuffer>
  }
  export function GIFEncoder(): Gif
  export function quantize(rgba: Uint8ClampedArray, colours: number): Palette
  export function applyPalette(rgba: Uint8ClampedArray, palette: Palette): Uint8Array
}
