import type { BlockTable } from './block-table.ts'
import type { Surroundings } from './surroundings.ts'

/** A block's new state. */
export type BlockEdit = readonly [x: number, y: number, z: number, state: number]

/** What the page tells the mesher. */
export type ToMesher =
  | {
      readonly type: 'world'
      readonly blocks: BlockTable
      readonly minY: number
      readonly height: number
    }
  | {
      readonly type: 'chunk'
      readonly x: number
      readonly z: number
      readonly chunk: string
      readonly edits: readonly BlockEdit[]
    }
  | { readonly type: 'chunk-gone'; readonly x: number; readonly z: number }
  | { readonly type: 'edits'; readonly edits: readonly BlockEdit[] }
  /** Where the agent is: what is near is meshed first. */
  | { readonly type: 'focus'; readonly x: number; readonly y: number; readonly z: number }
  /** All above this (y, whole blocks) is cut away; null for nothing. */
  | { readonly type: 'cut'; readonly y: number | null }

/** Triangles to draw; places count from a corner that is told with them. */
export interface Geometry {
  readonly positions: Float32Array<ArrayBuffer>
  readonly normals: Float32Array<ArrayBuffer>
  readonly colors: Float32Array<ArrayBuffer>
  readonly uvs: Float32Array<ArrayBuffer>
  readonly indices: Uint32Array<ArrayBuffer>
}

/** The drawn surface of a section of 16 x 16 x 16 blocks. */
export interface SectionMesh {
  /** Corner, in blocks. */
  readonly x: number
  readonly y: number
  readonly z: number
  /** Null when there is nothing to draw. */
  readonly geometry: Geometry | null
}

/** What the mesher tells the page. */
export type FromMesher =
  | ({ readonly type: 'section' } & SectionMesh)
  /** Height (y) of the highest block of the ground in each column of a chunk, by z and x. */
  | {
      readonly type: 'surface'
      readonly x: number
      readonly z: number
      readonly heights: Int16Array
    }
  /** What the cut goes through; its corner (x, z) and its height (y). */
  | {
      readonly type: 'lid'
      readonly x: number
      readonly y: number
      readonly z: number
      readonly geometry: Geometry
    }
  | { readonly type: 'surroundings'; readonly around: Surroundings }
  /** How many sections are still to be drawn. */
  | { readonly type: 'waiting'; readonly sections: number }
