/** Greatest height that a mob jumps down while it walks to a target (blocks). */
export const MAX_MOB_DROP = 3

/** What a walking mob needs to know of a block position. */
export interface MobTerrain {
  /** Whether part of a mob can be in the block. */
  isFree(x: number, y: number, z: number): boolean
  /** Whether a mob can stand on top of the block, or swim in it. */
  supports(x: number, y: number, z: number): boolean
}

/**
 * Height of a two-block-high mob's feet after a step into the column (x, z) from height `y`: it jumps up one block and
 * down {@link MAX_MOB_DROP}. Undefined when the step is impossible.
 * @param headRoom whether the block above the mob's head is free, which a jump needs.
 */
export function mobStepHeight(
  terrain: MobTerrain,
  x: number,
  y: number,
  z: number,
  headRoom: boolean,
): number | undefined {
  if (!terrain.isFree(x, y, z)) {
    const canJump = headRoom && terrain.isFree(x, y + 1, z) && terrain.isFree(x, y + 2, z)
    return canJump && terrain.supports(x, y, z) ? y + 1 : undefined
  }
  if (!terrain.isFree(x, y + 1, z)) return undefined
  for (let drop = 0; drop <= MAX_MOB_DROP; drop++) {
    if (terrain.supports(x, y - drop - 1, z)) return y - drop
    if (!terrain.isFree(x, y - drop - 1, z)) return undefined
  }
  return undefined
}
