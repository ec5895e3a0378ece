import { SIDES } from '#geometry/neighbours'
import type { Position } from './position.ts'
import type { TraitsAt } from './standing.ts'

/** Greatest thickness of a ladder (blocks). */
const RUNG = 0.25

/** Direction of the wall that a ladder or vine hangs on; undefined if it hangs freely. */
export function wallBehind(
  traits: TraitsAt,
  { x, y, z }: Position,
): { readonly dx: number; readonly dz: number } | undefined {
  const [box] = traits(x, y, z).boxes
  if (box) {
    if (box[3] <= RUNG) return { dx: -1, dz: 0 }
    if (box[0] >= 1 - RUNG) return { dx: 1, dz: 0 }
    if (box[5] <= RUNG) return { dx: 0, dz: -1 }
    return { dx: 0, dz: 1 }
  }
  const side = SIDES.find(([dx, dz]) => traits(x + dx, y, z + dz).cube)
  return side && { dx: side[0], dz: side[1] }
}

/** Whether a player on a ladder or vine can climb one block higher. */
export function canClimbUp(traits: TraitsAt, { x, y, z }: Position): boolean {
  return traits(x, y + 1, z).climbable && wallBehind(traits, { x, y, z }) !== undefined
}
