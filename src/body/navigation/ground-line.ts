import { STEP_UP } from '#knowledge/bearing'
import type { Position } from './position.ts'
import { HEADROOM, HIGHEST_JUMP, standingHeight, type TraitsAt } from './standing.ts'

/** The ground as the agent knows it. */
export interface Ground {
  readonly traits: TraitsAt
  /** Whether a block is there for sure, and not only supposed. */
  isSure(x: number, y: number, z: number): boolean
}

/** Half the width that must be free for a player, some room to sway included (blocks). */
const HALF_WIDTH = 0.36
/** Distance between two looks along a line (blocks). */
const STEP = 0.4

/**
 * Whether a body can run straight from where its feet are to the middle of a place: over firm ground,
 * with steps of a block up or down at most, and nothing in the way of its shoulders.
 */
export function canRun(ground: Ground, from: Position, place: Position): boolean {
  const end = standingHeight(ground.traits, place)
  if (end === undefined) return false
  const toX = place.x + 0.5
  const toZ = place.z + 0.5
  const length = Math.hypot(toX - from.x, toZ - from.z)
  const looks = Math.max(1, Math.ceil(length / STEP))
  let height = from.y
  for (let i = 0; i <= looks; i++) {
    const x = from.x + ((toX - from.x) * i) / looks
    const z = from.z + ((toZ - from.z) * i) / looks
    const next = heightBelow(ground, x, height, z)
    if (next === undefined) return false
    height = next
  }
  return Math.abs(height - end) < 0.01
}

/** Height that the ground has where a body comes to a point; undefined where it cannot go there. */
function heightBelow(ground: Ground, x: number, height: number, z: number): number | undefined {
  const fromX = Math.floor(x - HALF_WIDTH)
  const toX = Math.floor(x + HALF_WIDTH)
  const fromZ = Math.floor(z - HALF_WIDTH)
  const toZ = Math.floor(z + HALF_WIDTH)
  let highest = Number.NEGATIVE_INFINITY
  for (let cx = fromX; cx <= toX; cx++) {
    for (let cz = fromZ; cz <= toZ; cz++) {
      const here = groundAt(ground, cx, height, cz)
      if (here === undefined) return undefined
      highest = Math.max(highest, here)
    }
  }
  if (highest - height <= STEP_UP) return highest
  // For the jump there must be room overhead.
  const overhead = placeOf(height) + 2
  for (let cx = fromX; cx <= toX; cx++)
    for (let cz = fromZ; cz <= toZ; cz++)
      if (!ground.traits(cx, overhead, cz).open) return undefined
  return highest
}

/** The place that feet at a height are in: what is nearly a block high has them above it. */
export function placeOf(height: number): number {
  return Math.floor(height + HEADROOM)
}

/**
 * Height of the ground in a column, for feet at some height: if that is known, a jump higher or a block
 * lower at most, and the body fits there.
 */
export function groundAt(ground: Ground, x: number, height: number, z: number): number | undefined {
  const y = placeOf(height)
  const place = [y + 1, y, y - 1].find((at) => standsAt(ground, x, at, z))
  if (place === undefined) return undefined
  if (!ground.traits(x, place, z).low && !ground.isSure(x, place - 1, z)) return undefined
  const found = standingHeight(ground.traits, { x, y: place, z })
  if (found === undefined || found - height > HIGHEST_JUMP) return undefined
  const top = Math.max(found, height)
  const head = placeOf(top) + (top - placeOf(top) > HEADROOM ? 2 : 1)
  for (let up = place + 1; up <= head; up++) if (!ground.traits(x, up, z).open) return undefined
  return found
}

/** Whether feet come to stand at a place, with nothing but air in it above what bears them. */
function standsAt({ traits }: Ground, x: number, y: number, z: number): boolean {
  const { open, low } = traits(x, y, z)
  return low || (open && traits(x, y - 1, z).floor)
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
