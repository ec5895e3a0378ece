import type { BlockTraits } from '../../knowledge/block-traits.ts'
import type { Position } from './position.ts'

/** A point on the map; not in whole blocks. */
export interface MapPoint {
  readonly x: number
  readonly z: number
}

/** The ground as the agent knows it. */
export interface Ground {
  traits(x: number, y: number, z: number): BlockTraits
  /** Whether a block is there for sure, and not only supposed. */
  isSure(x: number, y: number, z: number): boolean
}

/** Half the width that must be free for a player, some room to sway included (blocks). */
const HALF_WIDTH = 0.36
/** Distance between two looks along a line (blocks). */
const STEP = 0.4

/**
 * Whether a body can run straight from one point to another: over firm ground, with steps of a block
 * up or down at most, and nothing in the way of its shoulders.
 * @param y height of the feet at the start, `endY` at the end.
 */
export function canRun(
  ground: Ground,
  from: MapPoint,
  y: number,
  to: MapPoint,
  endY: number,
): boolean {
  const length = Math.hypot(to.x - from.x, to.z - from.z)
  const looks = Math.max(1, Math.ceil(length / STEP))
  let height = y
  for (let i = 0; i <= looks; i++) {
    const x = from.x + ((to.x - from.x) * i) / looks
    const z = from.z + ((to.z - from.z) * i) / looks
    const change = heightChange(ground, x, height, z)
    if (change === undefined) return false
    height += change
  }
  return height === endY
}

/** How the ground goes on where a body comes to a point; undefined where it does not. */
function heightChange(ground: Ground, x: number, y: number, z: number): -1 | 0 | 1 | undefined {
  const fromX = Math.floor(x - HALF_WIDTH)
  const toX = Math.floor(x + HALF_WIDTH)
  const fromZ = Math.floor(z - HALF_WIDTH)
  const toZ = Math.floor(z + HALF_WIDTH)
  let up = false
  let borne = false
  for (let cx = fromX; cx <= toX; cx++) {
    for (let cz = fromZ; cz <= toZ; cz++) {
      const height = groundAt(ground, cx, y, cz)
      if (height === undefined) return undefined
      if (height === 1) up = true
      if (height === 0) borne = true
    }
  }
  if (!up) return borne ? 0 : -1
  // For the jump there must be room overhead.
  for (let cx = fromX; cx <= toX; cx++)
    for (let cz = fromZ; cz <= toZ; cz++) if (!ground.traits(cx, y + 2, cz).open) return undefined
  return 1
}

/**
 * Height of the ground against that of the feet, if that is known, a step of a block at most, and
 * nothing stands on it.
 */
export function groundAt(ground: Ground, x: number, y: number, z: number): -1 | 0 | 1 | undefined {
  if (!ground.traits(x, y + 1, z).open) return undefined
  const feet = ground.traits(x, y, z)
  if (!feet.open) return feet.floor && ground.traits(x, y + 2, z).open ? 1 : undefined
  const below = ground.traits(x, y - 1, z)
  if (below.floor) return ground.isSure(x, y - 1, z) ? 0 : undefined
  if (!below.open || !ground.traits(x, y - 2, z).floor) return undefined
  return ground.isSure(x, y - 2, z) ? -1 : undefined
}

/** Falls from this on hurt (blocks). */
const HURTFUL_FALL = 4

/** Whether a slip into a place would hurt, or might: a deep fall, or what burns. */
function isPeril(ground: Ground, x: number, y: number, z: number): boolean {
  for (let depth = 0; depth <= HURTFUL_FALL; depth++) {
    const { lava, harmful, open, name } = ground.traits(x, y - depth, z)
    if (lava) return true
    if (harmful) return name !== 'unloaded'
    if (open) continue
    if (depth === 0) return false
    if (!ground.isSure(x, y - depth, z)) return true
    // A close look may have shown otherwise.
    if (!ground.traits(x, y - depth, z).open) return false
  }
  return true
}

/** Whether nothing within some blocks of a place is a peril for feet at its height. */
export function isCalm(ground: Ground, { x, y, z }: Position, radius: number): boolean {
  for (let dx = -radius; dx <= radius; dx++)
    for (let dz = -radius; dz <= radius; dz++) if (isPeril(ground, x + dx, y, z + dz)) return false
  return true
}

/** Whether there is lava within some blocks, beside or below feet at a place. */
export function isHot(ground: Ground, { x, y, z }: Position, radius: number): boolean {
  for (let dx = -radius; dx <= radius; dx++)
    for (let dz = -radius; dz <= radius; dz++)
      for (let depth = 0; depth <= HURTFUL_FALL; depth++) {
        const { lava, open } = ground.traits(x + dx, y - depth, z + dz)
        if (lava) return true
        if (!open) break
      }
  return false
}

/**
 * Whether feet that come to a place in the air land on firm ground, or are stopped by a wall.
 * @param deeper how much lower the ground may be (blocks).
 */
export function landsSoftly(ground: Ground, { x, y, z }: Position, deeper: number): boolean {
  for (let depth = 0; depth <= deeper + 1; depth++) {
    const { lava, harmful, open } = ground.traits(x, y - depth, z)
    if (lava || harmful) return false
    if (!open) return depth === 0 || ground.isSure(x, y - depth, z)
  }
  return false
}
