import { STEP_UP } from '#knowledge/bearing'
import type { Position } from './position.ts'
import { HEADROOM, MAX_JUMP_HEIGHT, standingHeight, type TraitsAt } from './standing.ts'

/** The ground as the agent knows it. */
export interface Ground {
  readonly traits: TraitsAt
  /** Whether a block is known rather than assumed. */
  isSure(x: number, y: number, z: number): boolean
  /** Whether the agent is under the sky, where grass and trees hide much of the ground, and little of it is missing. */
  readonly isOutdoors: boolean
}

/** Half the width of a player, with a margin for corrections of course (blocks). */
export const HALF_WIDTH = 0.36
/** Distance between samples along a line (blocks). */
const STEP = 0.4

/**
 * Whether the agent can run straight from its feet to the centre of a place: over firm ground, with steps of at most one block
 * up or down, and with room on both sides.
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

/** Height of the ground at a point of the line; undefined if the agent cannot walk there. */
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
  // A jump needs room overhead.
  const overhead = placeOf(height) + 2
  for (let cx = fromX; cx <= toX; cx++)
    for (let cz = fromZ; cz <= toZ; cz++)
      if (!ground.traits(cx, overhead, cz).open) return undefined
  return highest
}

/** The y of the block that contains feet at a height. On blocks that are almost full, the feet are above. */
export function placeOf(height: number): number {
  return Math.floor(height + HEADROOM)
}

/**
 * Height of the known ground in a column, at most a jump higher or one block lower than the feet, with room for a player.
 */
export function groundAt(ground: Ground, x: number, height: number, z: number): number | undefined {
  const y = placeOf(height)
  const place = [y + 1, y, y - 1].find((at) => standsAt(ground, x, at, z))
  if (place === undefined) return undefined
  if (!ground.traits(x, place, z).low && !ground.isSure(x, place - 1, z)) return undefined
  const found = standingHeight(ground.traits, { x, y: place, z })
  if (found === undefined || found - height > MAX_JUMP_HEIGHT) return undefined
  const top = Math.max(found, height)
  const head = placeOf(top) + (top - placeOf(top) > HEADROOM ? 2 : 1)
  for (let up = place + 1; up <= head; up++) if (!ground.traits(x, up, z).open) return undefined
  return found
}

/** Whether a player can stand at a place, with only air above the ground. */
function standsAt({ traits }: Ground, x: number, y: number, z: number): boolean {
  const { open, low } = traits(x, y, z)
  return low || (open && traits(x, y - 1, z).floor)
}

/** Least depth of a fall that hurts (blocks). */
const HURTFUL_FALL = 4

/** Whether falling into a place may hurt: a deep fall, lava or fire. */
function isPeril(ground: Ground, x: number, y: number, z: number): boolean {
  for (let depth = 0; depth <= HURTFUL_FALL; depth++) {
    const { lava, harmful, open, name } = ground.traits(x, y - depth, z)
    if (lava) return true
    if (harmful) return name !== 'unloaded'
    if (open) continue
    if (depth === 0) return false
    if (!ground.isSure(x, y - depth, z)) return depth > 1 || !ground.isOutdoors
    // Looking at the block may have changed the answer.
    if (!ground.traits(x, y - depth, z).open) return false
  }
  return true
}

/** Whether there is no peril within some blocks of a place, at its height. */
export function isCalm(ground: Ground, { x, y, z }: Position, radius: number): boolean {
  for (let dx = -radius; dx <= radius; dx++)
    for (let dz = -radius; dz <= radius; dz++) if (isPeril(ground, x + dx, y, z + dz)) return false
  return true
}

/** Whether there is lava within some blocks, beside or below the feet. */
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
 * Whether a player in the air at a place lands on firm ground, or a wall stops it.
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
