/**
 * Moves points on a line apart, so that marks of a given size centred on them do not overlap. The points
 * keep their order and stay within the line's length. Marks overlap only when the line is too short.
 */
export function spread(places: readonly number[], size: number, length: number): number[] {
  const step = Math.min(size, places.length > 1 ? (length - size) / (places.length - 1) : size)
  const moved: number[] = []
  for (const place of places) {
    const before = moved.at(-1)
    moved.push(Math.max(place, before === undefined ? size / 2 : before + step))
  }
  let limit = length - size / 2
  for (let i = moved.length - 1; i >= 0; i--) {
    moved[i] = Math.min(moved[i] ?? 0, limit)
    limit = (moved[i] ?? 0) - step
  }
  return moved
}
