/** A texture's corner and size on the atlas, each from 0 to 1. */
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

/** The model of a block, in the format of prismarine-viewer's mesher. */
export interface BlockModel {
  readonly ao: boolean
  readonly textures: { readonly particle?: AtlasPlace }
  readonly elements: readonly ModelElement[]
}

/** The index of a model in a block state, and its rotation in degrees. */
export interface ModelUse {
  readonly model: number
  readonly x?: number
  readonly y?: number
  readonly z?: number
}

/** How a block state looks, and what its neighbours need to know about it. */
export interface BlockLook {
  /** Flattened name. */
  readonly name: string
  readonly uses: readonly ModelUse[]
  /** Whether it is a full cube. */
  readonly cube: boolean
  readonly transparent: boolean
  readonly plant: boolean
  readonly waterlogged: boolean
  /** Level of a liquid (0 for a source), or power of redstone. */
  readonly level: number
}

/** The blocks of one version by state id, with each distinct model and look once. */
export interface BlockTable {
  readonly version: string
  /** A version such as `1.16`, which determines the chunk format. */
  readonly majorVersion: string
  readonly models: readonly BlockModel[]
  readonly looks: readonly BlockLook[]
  /** The index of the look of each block state. */
  readonly states: readonly number[]
  /** Names of biomes by id. */
  readonly biomes: readonly string[]
}
