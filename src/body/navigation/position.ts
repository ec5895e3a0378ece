/** The position of a block. */
export interface Position {
  readonly x: number
  readonly y: number
  readonly z: number
}
