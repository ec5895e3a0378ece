import { Vec3 } from 'vec3'
import type { Dimension } from '../dimensions/dimension.ts'
import { DIMENSIONS } from '../dimensions/dimension-kinds.ts'
import { buildPortal } from './portal-build.ts'

/** Distance along x and z at which a portal of the other side is linked, and that in the Nether from 1.16.2 on (blocks). */
const RANGE = 128
const NETHER_RANGE = 16

/**
 * Where a player arrives who travels from a place: in the nearest portal on the other side, which is built where there
 * is none.
 * @param axis axis of the portal that the player leaves.
 */
export function arrival(from: Dimension, to: Dimension, feet: Vec3, axis: 'x' | 'z'): Vec3 {
  const { level, portals } = to
  const scale = DIMENSIONS[from.level.dimension].scale / DIMENSIONS[level.dimension].scale
  const target = new Vec3(feet.x * scale, feet.y, feet.z * scale).floored()
  const isNew = level.registry.data.isNewerOrEqualTo('1.16.2')
  const range = isNew && level.dimension === 'the_nether' ? NETHER_RANGE : RANGE
  const found = portals.nearest(target, range)
  return portals.middle(found ?? buildPortal(level, target, axis))
}
