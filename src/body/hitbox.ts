import type { Entity } from 'prismarine-entity'
import { Vec3 } from 'vec3'
import { enterBox } from '#geometry/ray-hit'

/** Parts of an entity's height to aim at. */
const PARTS = [0.5, 0.85, 0.2]
/** Distance of an aim from the sides of a hitbox (blocks). */
const MARGIN = 0.05

/** The box of an entity: the middle of its floor, and its size (blocks). */
export type Hitbox = Pick<Entity, 'position' | 'width' | 'height'>

/** Distance at which a ray enters an entity's hitbox; undefined if it misses it, or if the entity's size is unknown. */
export function distanceAlong(
  eye: Vec3,
  way: Vec3,
  { position, width, height }: Hitbox,
): number | undefined {
  if (!(width > 0 && height > 0)) return undefined
  const half = width / 2
  const low = position.offset(-half, 0, -half)
  return enterBox(eye, way, low, position.offset(half, height, half))?.distance
}

/** Points of a hitbox to aim at: its middle axis, then the nearest point. */
export function hitboxPoints({ position, width, height }: Hitbox, eye: Vec3): Vec3[] {
  const half = width / 2 - MARGIN
  const nearest = new Vec3(
    between(eye.x, position.x - half, position.x + half),
    between(eye.y, position.y + MARGIN, position.y + height - MARGIN),
    between(eye.z, position.z - half, position.z + half),
  )
  return [...PARTS.map((part) => position.offset(0, height * part, 0)), nearest]
}

function between(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}
