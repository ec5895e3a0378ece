import { SIDES } from '#geometry/neighbours'
import type { NavigationView } from './navigation-view.ts'

/** What moves take on firm, free ground (ticks). */
export const WALK = 3.7
export const DIAGONAL = WALK * Math.SQRT2
/** One block up, and what falling takes beside the walk, for each block down. */
export const CLIMB = 8
export const DROP_PER_BLOCK = 2
export const DIG_DOWN = 8
export const SWIM = 12
/** Jumping and putting a block under the feet; leaning over an edge and putting one in front of it. */
export const PILLAR = 24
export const PLACE = 20
/** A block up and down a ladder. */
export const LADDER_UP = 9
export const LADDER_DOWN = 7
/** Opening a door or gate, going through it in the middle, and closing it. */
export const DOOR = 30
/** A jump across a gap, for each block from where it starts, and getting ready for it. */
export const JUMP_PER_BLOCK = 4
export const JUMP = 4
/** Under water one neither sees nor breathes. */
export const DIVE = 15
/** Digging with the head under water, or afloat, takes five times as long and seldom ends well. */
export const DIVING_DIG_FACTOR = 25
/** How much longer a way through rock may be than one through a cave, where monsters live. */
const CAVE = 60
/** Leaning over an edge below which no ground is known, which mostly shows none that will do. */
const BLIND = 120
/** The same for one through a place where something hurt the body. */
const DANGER = 20
/** The same for one through water with lava beside or below it, into which a current may carry the body. */
const LAVA_NEAR = 200
/** Open blocks around head and feet, of eight, from which on a place is a cave and no passage. */
const CAVE_OPENINGS = 5

/** How much of a detour it is worth not to stand at a place (ticks). */
export function priceOfPlace(view: NavigationView, x: number, y: number, z: number): number {
  const danger = view.isDangerous(x, y, z) ? DANGER : 0
  if (y >= view.waryBelow) return danger
  return danger + (isCave(view, x, y, z) ? CAVE : 0)
}

/** How much of a detour it is worth not to swim through a place (ticks). */
export function priceOfWater(view: NavigationView, x: number, y: number, z: number): number {
  for (let dx = -1; dx <= 1; dx++)
    for (let dz = -1; dz <= 1; dz++)
      for (const dy of [0, -1])
        if (view.blocks.traits(view.state(x + dx, y + dy, z + dz)).lava) return LAVA_NEAR
  return 0
}

/**
 * How much of a detour it is worth not to pass down through an open place in the dark below which nothing is known (ticks):
 * there may be no ground.
 */
export function priceOfGap(view: NavigationView, x: number, y: number, z: number): number {
  const isGap =
    hidesGround(view, x, y, z) &&
    view.isKnown(x, y, z) &&
    view.blocks.traits(view.state(x, y, z)).open
  return isGap ? BLIND : 0
}

/** The same for a place to be dug on unseen ground near chasms. */
export function priceOfChasms(view: NavigationView, x: number, y: number, z: number): number {
  return hidesGround(view, x, y, z) ? view.chasmsNear(x, y - 1, z) * BLIND : 0
}

function hidesGround(view: NavigationView, x: number, y: number, z: number): boolean {
  return y < view.waryBelow && !view.isKnown(x, y - 1, z)
}

function isCave(view: NavigationView, x: number, y: number, z: number): boolean {
  let open = 0
  for (const [dx, dz] of SIDES) {
    if (view.blocks.traits(view.state(x + dx, y, z + dz)).open) open++
    if (view.blocks.traits(view.state(x + dx, y + 1, z + dz)).open) open++
  }
  return open >= CAVE_OPENINGS
}
