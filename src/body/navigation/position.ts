/** A place in the world, in whole blocks: what feet can be in. */
export interface Position {
  readonly x: number
  readonly y: number
  readonly z: number
}
