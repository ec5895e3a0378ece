import { STEP_UP } from '#knowledge/bearing'
import type { BlockTraits } from '#knowledge/block-traits'
import type { Position } from './position.ts'

/** What is known of blocks, by place. */
export type TraitsAt = (x: number, y: number, z: number) => BlockTraits

/** How high a jump brings feet, with a little to spare (blocks). */
export const HIGHEST_JUMP = 1.2
/** How far above the bottom of their place feet may stand without the head leaving the next (blocks). */
export const HEADROOM = 0.2

/** Height of feet that stand at a place, in the middle of it; undefined where nothing bears them. */
export function standingHeight(traits: TraitsAt, { x, y, z }: Position): number | undefined {
  const own = traits(x, y, z)
  if (own.low) return y + own.height
  const below = traits(x, y - 1, z)
  return below.floor ? y - 1 + below.height : undefined
}

/** Whether feet of one who walks (dx, dz) from a height come up to another only by a jump. */
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
  // Feet that stand lower than the stairs do still jump.
  return from < to.y - 1.05 || !stairs.some((side) => side.dx === dx && side.dz === dz)
}
