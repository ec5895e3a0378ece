import type { Vec3 } from 'vec3'
import { PLAYER_WIDTH } from '#knowledge/player-size'
import type { TraitsOf } from '../block-traits.ts'
import type { Level } from '../level.ts'

/** Blocks that a hitbox touches. */
export interface Surroundings {
  inWater: boolean
  inLava: boolean
  inFire: boolean
  atCactus: boolean
  climbing: boolean
}

const SKIN = 0.001
/** Ground up to this distance below the feet supports the player (blocks). */
const FOOTING = 0.03
/** Half of the width at the eyes that blocks may not enter: 0.8 of the hitbox (blocks). */
const EYE_REACH = (0.8 * PLAYER_WIDTH) / 2
/** Height of the tallest collision boxes, those of fences and walls (blocks). */
const MAX_BOX_HEIGHT = 1.5

/** Checks every block that a hitbox with its feet at (x, y, z) intersects. */
export function surroundings(
  level: Level,
  traits: TraitsOf,
  x: number,
  y: number,
  z: number,
  width: number,
  height: number,
): Surroundings {
  const found: Surroundings = {
    inWater: false,
    inLava: false,
    inFire: false,
    atCactus: false,
    climbing: traits(level.state(Math.floor(x), Math.floor(y), Math.floor(z))).climbable,
  }
  const reach = width / 2 - SKIN
  const top = Math.floor(y + height - SKIN)
  for (let bx = Math.floor(x - reach); bx <= Math.floor(x + reach); bx++) {
    for (let bz = Math.floor(z - reach); bz <= Math.floor(z + reach); bz++) {
      for (let by = Math.floor(y + SKIN); by <= top; by++) {
        const block = traits(level.state(bx, by, bz))
        if (block.water > 0 && by + block.water > y) found.inWater = true
        if (block.lava > 0 && by + block.lava > y) found.inLava = true
        if (block.fire) found.inFire = true
        if (block.cactus) found.atCactus = true
      }
    }
  }
  return found
}

/** Whether a hitbox with its feet at (x, y, z) stands on a block. */
export function stands(
  level: Level,
  traits: TraitsOf,
  x: number,
  y: number,
  z: number,
  width: number,
): boolean {
  const reach = width / 2 - SKIN
  for (let by = Math.floor(y - MAX_BOX_HEIGHT); by <= Math.floor(y); by++) {
    for (let bx = Math.floor(x - reach); bx <= Math.floor(x + reach); bx++) {
      for (let bz = Math.floor(z - reach); bz <= Math.floor(z + reach); bz++) {
        for (const box of traits(level.state(bx, by, bz)).boxes) {
          const top = by + box[4]
          if (top > y + SKIN || top < y - FOOTING) continue
          if (bx + box[0] < x + reach && bx + box[3] > x - reach) {
            if (bz + box[2] < z + reach && bz + box[5] > z - reach) return true
          }
        }
      }
    }
  }
  return false
}

/** Whether a block in which a player suffocates reaches into the space around its eyes, which is flat and 0.48 blocks wide. */
export function isInWall(level: Level, traits: TraitsOf, eye: Vec3): boolean {
  const y = Math.floor(eye.y)
  for (let x = Math.floor(eye.x - EYE_REACH); x <= Math.floor(eye.x + EYE_REACH); x++)
    for (let z = Math.floor(eye.z - EYE_REACH); z <= Math.floor(eye.z + EYE_REACH); z++)
      if (traits(level.state(x, y, z)).blocksLight) return true
  return false
}

/** Whether a point is under water. */
export function underWater(
  level: Level,
  traits: TraitsOf,
  x: number,
  y: number,
  z: number,
): boolean {
  const bx = Math.floor(x)
  const by = Math.floor(y)
  const bz = Math.floor(z)
  const height = traits(level.state(bx, by, bz)).water
  if (height === 0) return false
  return y < by + height || traits(level.state(bx, by + 1, bz)).water > 0
}
