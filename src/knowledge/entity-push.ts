/** Velocity that an entity gives another one in a tick at most (blocks a tick). */
const PUSH = 0.05
/** Entities closer than this along both axes do not push each other (blocks). */
const SAME_PLACE = 0.01

/**
 * Velocity that an entity gives in a tick to another one whose hitbox it overlaps (blocks a tick along x and z), as in the
 * game's `Entity.push`. From both sides it is as strong.
 * @param dx @param dz from the entity to the other one (blocks).
 */
export function pushOf(dx: number, dz: number): { readonly x: number; readonly z: number } {
  const larger = Math.max(Math.abs(dx), Math.abs(dz))
  if (larger < SAME_PLACE) return NONE
  // As the game has it: the square root of the larger distance, not the distance.
  const root = Math.sqrt(larger)
  const strength = (PUSH / root) * Math.min(1, 1 / root)
  return { x: dx * strength, z: dz * strength }
}

const NONE = { x: 0, z: 0 }
