import type { Body } from '../body.ts'

/** Height up to which a roof makes a place dark (blocks). */
const ROOF_CHECK = 24

/** Whether no block but leaves is overhead. */
export function isOutdoors(body: Body): boolean {
  const { x, y, z } = body.feet
  for (let up = 2; up < ROOF_CHECK; up++) {
    const { open, name } = body.traits(x, y + up, z)
    if (!open && !name.endsWith('leaves')) return false
  }
  return true
}
