/** A point, or a corner of a box with sides along the axes (blocks). */
interface Point {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** Distance from a point to the nearest point of a box (blocks); 0 within it. */
export function distanceToBox(point: Point, low: Point, high: Point): number {
  return Math.hypot(
    beyond(point.x, low.x, high.x),
    beyond(point.y, low.y, high.y),
    beyond(point.z, low.z, high.z),
  )
}

/** The same for the block at a place. */
export function distanceToBlock(point: Point, { x, y, z }: Point): number {
  return distanceToBox(point, { x, y, z }, { x: x + 1, y: y + 1, z: z + 1 })
}

/** How far a point lies outside a stretch of one axis (blocks). */
function beyond(at: number, low: number, high: number): number {
  return Math.max(low - at, 0, at - high)
}
