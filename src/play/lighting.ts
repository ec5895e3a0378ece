import { Vec3 } from 'vec3'
import type { Workplace } from '#life/resident'

/** Torches stand this far apart (blocks): a torch keeps monsters away within 7 blocks. */
const APART = 6
/** Heights around the agent that are looked at (blocks). */
const HEIGHTS = [0, 1, -1, 2, -2, 3, -3]

/**
 * The nearest place on known ground around a centre that is far enough from every torch; null when there is none.
 * @param left places that were tried without success.
 */
export function unlitPlace(
  { world: { body, memory } }: Workplace,
  centre: Vec3,
  radius: number,
  left: readonly Vec3[],
): Vec3 | null {
  const places: Vec3[] = []
  for (let dx = -radius; dx <= radius; dx++)
    for (let dz = -radius; dz <= radius; dz++)
      if (Math.hypot(dx, dz) <= radius) places.push(centre.offset(dx, 0, dz))
  places.sort((a, b) => a.distanceTo(centre) - b.distanceTo(centre))
  const torches = memory
    .blocks(['torch', 'wall_torch'], centre, { maxDistance: radius + APART })
    .map(({ position }) => position)
  const isFree = (place: Vec3) => {
    const floor = place.offset(0, -1, 0)
    return (
      memory.kindAt(place)?.endsWith('air') === true &&
      memory.kindAt(floor) !== undefined &&
      body.traitsAt(floor).cube
    )
  }
  for (const { x, y, z } of places)
    for (const up of HEIGHTS) {
      const place = new Vec3(x, y + up, z)
      if ([...torches, ...left].every((one) => one.distanceTo(place) >= APART) && isFree(place))
        return place
    }
  return null
}
