/** Where a picture lies on the atlas: corner and size, each from 0 to 1. */
export interface AtlasPlace {
  readonly u: number
  readonly v: number
  readonly su: number
  readonly sv: number
}

export interface ModelFace {
  readonly texture: AtlasPlace
  readonly cullface?: string
  readonly tintindex?: number
  readonly rotation?: number
}

export interface ModelElement {
  readonly from: readonly [number, number, number]
  readonly to: readonly [number, number, number]
  readonly rotation?: { readonly axis: string; readonly angle: number; readonly origin: number[] }
  readonly faces: Readonly<Record<string, ModelFace>>
}

/** The shape of a block, as prismarine-viewer's mesher reads it. */
export interface BlockModel {
  readonly ao: boolean
  readonly textures: { readonly particle?: AtlasPlace }
  readonly elements: readonly ModelElement[]
}

/** A model as a block state uses it: which, and turned by how many degrees. */
export interface ModelUse {
  readonly model: number
  readonly x?: number
  readonly y?: number
  readonly z?: number
}

/** How block states look and what their neighbours need to know of them. */
export interface BlockLook {
  /** Flattened name. */
  readonly name: string
  readonly uses: readonly ModelUse[]
  /** Whether it fills its cell. */
  readonly cube: boolean
  readonly transparent: boolean
  readonly plant: boolean
  readonly waterlogged: boolean
  /** Level of a liquid, 0 for a source; power of redstone. */
  readonly level: number
}

/** The blocks of one version, by state; every model and look stands here once. */
export interface BlockTable {
  readonly version: string
  /** Such as `1.16`: it says how chunks are packed. */
  readonly majorVersion: string
  readonly models: readonly BlockModel[]
  readonly looks: readonly BlockLook[]
  /** Index of its look, for each block state. */
  readonly states: readonly number[]
  /** Names of biomes by number. */
  readonly biomes: readonly string[]
}
