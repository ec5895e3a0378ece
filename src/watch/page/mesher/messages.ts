import type { BlockTable } from './block-table.ts'
import type { Surroundings } from './surroundings.ts'

/** A vertical cut through the world: everything on one side of a layer of blocks is hidden. */
export interface Cut {
  /** The axis that the cut crosses at a right angle. */
  readonly axis: 'x' | 'z'
  /** The coordinate of the last visible layer (whole blocks). */
  readonly layer: number
  /** The hidden side: 1 for greater coordinates, -1 for lesser ones. */
  readonly side: 1 | -1
}

/** A block's new state. */
export type BlockEdit = readonly [x: number, y: number, z: number, state: number]

/** Messages from the page to the mesher. */
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
  /** The agent's position: near sections are meshed first. */
  | { readonly type: 'focus'; readonly x: number; readonly y: number; readonly z: number }
  | { readonly type: 'cut'; readonly cut: Cut | null }
  /** Whether the ores around the agent are wanted, also those within rock. */
  | { readonly type: 'xray'; readonly isOn: boolean }

/** Triangles, with positions relative to an origin that is sent with them. */
export interface Geometry {
  readonly positions: Float32Array<ArrayBuffer>
  readonly normals: Float32Array<ArrayBuffer>
  readonly colors: Float32Array<ArrayBuffer>
  readonly uvs: Float32Array<ArrayBuffer>
  readonly indices: Uint32Array<ArrayBuffer>
}

/** The mesh of a section of 16 x 16 x 16 blocks. */
export interface SectionMesh {
  /** Corner of the section (blocks). */
  readonly x: number
  readonly y: number
  readonly z: number
  /** Null if there is nothing to draw. */
  readonly geometry: Geometry | null
  /** Number of indices of each of `FACINGS`, in whose order the triangles are: on the outside, and then inside leaves. */
  readonly counts: readonly number[]
}

/** Messages from the mesher to the page. */
export type FromMesher =
  | ({ readonly type: 'section' } & SectionMesh)
  /** Height (y) of the highest ground block of each column of a chunk, in the order z, x. */
  | {
      readonly type: 'surface'
      readonly x: number
      readonly z: number
      readonly heights: Int16Array
    }
  /** The face of a cut, with its origin. */
  | {
      readonly type: 'cut-face'
      readonly cut: Cut
      readonly x: number
      readonly y: number
      readonly z: number
      readonly geometry: Geometry
    }
  /** The ores around the agent, with their origin. */
  | {
      readonly type: 'ores'
      readonly x: number
      readonly y: number
      readonly z: number
      readonly geometry: Geometry
    }
  | { readonly type: 'surroundings'; readonly around: Surroundings }
  /** The number of sections that are still to be drawn after a number of messages from the page. */
  | { readonly type: 'waiting'; readonly sections: number; readonly received: number }
