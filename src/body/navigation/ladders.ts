import { SIDES } from '#geometry/neighbours'
import type { Position } from './position.ts'
import type { TraitsAt } from './standing.ts'

/** A ladder is this thick at most (blocks). */
const RUNG = 0.25

/** Which way the wall is that a ladder or vine hangs on; undefined where it hangs free. */
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

/** Whether one who holds on to a ladder or vine can climb a block higher on it. */
export function canClimbUp(traits: TraitsAt, { x, y, z }: Position): boolean {
  return traits(x, y + 1, z).climbable && wallBehind(traits, { x, y, z }) !== undefined
}
