import { createRequire } from 'node:module'
import type { Vec3 } from 'vec3'

/** A chunk column as prismarine-chunk makes it; its types do not say that it is called. */
type ColumnOf = (version: string) => new (options: {
  minY: number
  worldHeight: number
}) => {
  setBlockStateId(place: Vec3, state: number): void
  toJson(): string
}

/** Class of the columns of a version. */
export const columnOf = createRequire(import.meta.url)('prismarine-chunk') as ColumnOf
