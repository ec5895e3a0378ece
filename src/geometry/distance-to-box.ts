/** A point, or a corner of an axis-aligned box (blocks). */
interface Point {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** Distance from a point to a box (blocks); 0 inside it. */
export function distanceToBox(point: Point, low: Point, high: Point): number {
  return Math.hypot(
    beyond(point.x, low.x, high.x),
    beyond(point.y, low.y, high.y),
    beyond(point.z, low.z, high.z),
  )
}

/** Distance from a point to the block at a position (blocks); 0 inside it. */
export function distanceToBlock(point: Point, { x, y, z }: Point): number {
  return distanceToBox(point, { x, y, z }, { x: x + 1, y: y + 1, z: z + 1 })
}

/** Distance from a coordinate to an interval (blocks). */
function beyond(at: number, low: number, high: number): number {
  return Math.max(low - at, 0, at - high)
}
