/** A point of a plan: to the right and down (blocks). */
export interface PlanPoint {
  readonly right: number
  readonly down: number
}

/** A part of a plan that fits a picture. */
export interface PlanFrame {
  /** The plan's corner at the top left (blocks). */
  readonly left: number
  readonly top: number
  /** Pixels per block. */
  readonly scale: number
}

/** Margin around the points, and the smallest extent that is shown (blocks). */
const MARGIN = 6
const MIN_EXTENT = 32

/** The frame that shows all points in a picture of a size (pixels), in its middle. */
export function frameAround(
  points: readonly PlanPoint[],
  width: number,
  height: number,
): PlanFrame {
  const [left, wide] = extent(points.map(({ right }) => right))
  const [top, high] = extent(points.map(({ down }) => down))
  const scale = Math.min(width / wide, height / high)
  return {
    left: left + wide / 2 - width / scale / 2,
    top: top + high / 2 - height / scale / 2,
    scale,
  }
}

/** First value and length of an extent with its margin. */
function extent(values: readonly number[]): readonly [from: number, length: number] {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    from = Math.min(from, value)
    to = Math.max(to, value)
  }
  if (from > to) return [-MIN_EXTENT / 2, MIN_EXTENT]
  const length = Math.max(MIN_EXTENT, to - from + 2 * MARGIN)
  return [(from + to - length) / 2, length]
}

/** The greatest round length of a scale (blocks) that takes at most a share of a picture's width. */
export function scaleLength({ scale }: PlanFrame, width: number): number {
  const lengths = [256, 128, 64, 32, 16, 8, 4, 2]
  return lengths.find((length) => length * scale <= width / 3) ?? 1
}
