import { STEP_UP } from '#knowledge/bearing'
import type { BlockTraits } from '#knowledge/block-traits'
import type { Position } from './position.ts'

/** Block traits by position. */
export type TraitsAt = (x: number, y: number, z: number) => BlockTraits

/** Height of a jump, with a margin: the game's is 1.25 (blocks). */
export const MAX_JUMP_HEIGHT = 1.2
/** Height of the feet above the bottom of their block up to which the player fits into two blocks (blocks). */
export const HEADROOM = 0.2

/** Height of feet that stand at the centre of a place; undefined if no block supports them. */
export function standingHeight(traits: TraitsAt, { x, y, z }: Position): number | undefined {
  const own = traits(x, y, z)
  if (own.low) return y + own.height
  const below = traits(x, y - 1, z)
  return below.floor ? y - 1 + below.height : undefined
}

/** Whether a walk by (dx, dz) up to another height needs a jump. */
export function mustJump(
  traits: TraitsAt,
  from: number,
  to: Position,
  height: number,
  dx: number,
  dz: number,
): boolean {
  if (height - from <= STEP_UP) return false
  const { stairs } = traits(to.x, to.y - 1, to.z)
  // Feet lower than the bottom of the stairs need a jump.
  return from < to.y - 1.05 || !stairs.some((side) => side.dx === dx && side.dz === dz)
}
