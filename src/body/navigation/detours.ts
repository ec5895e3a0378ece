import { SIDES } from '#geometry/neighbours'
import type { BlockTraits } from '#knowledge/block-traits'
import type { NavigationView } from './navigation-view.ts'

/** Longest detour that avoids a cave (ticks). Monsters spawn in caves, so a tunnel through stone may take longer. */
const CAVE = 60
/** The same for a descent where the ground is unknown. In most such places, leaning over the edge shows no ground. */
const UNKNOWN_GROUND = 120
/** The same for a place where something hurt the agent. */
const DANGER = 20
/** The same for water with lava beside or below it, into which a current may carry the agent. */
const LAVA_NEAR = 1000
/** The same for a place on leaves, where the ground below is out of sight, and the way down takes long. */
const TREETOP = 8
/** Open blocks of the eight around head and feet from which on a place counts as a cave. */
const CAVE_OPENINGS = 5
/** A place is under a roof if a block that is not open lies at most this far above it (blocks). */
const MAX_ROOF = 24

/** Returns the surcharge for standing at a place (ticks). */
export function priceOfPlace(view: NavigationView, x: number, y: number, z: number): number {
  const danger = view.isDangerous(x, y, z) ? DANGER : 0
  const ground = view.blocks.traits(view.state(x, y - 1, z)).name
  const price = danger + (ground.endsWith('leaves') ? TREETOP : 0)
  if (y >= view.waryBelow) return price
  return price + (isCave(view, x, y, z) ? CAVE : 0)
}

/** Returns the surcharge for swimming through a place (ticks). */
export function priceOfWater(view: NavigationView, x: number, y: number, z: number): number {
  const traits = (...place: [number, number, number]) => view.blocks.traits(view.state(...place))
  return hasLavaNear(traits, x, y, z) ? LAVA_NEAR : 0
}

/** Whether there is lava beside a place or just below it, corners included. */
export function hasLavaNear(
  traits: (x: number, y: number, z: number) => BlockTraits,
  x: number,
  y: number,
  z: number,
): boolean {
  for (let dx = -1; dx <= 1; dx++)
    for (let dz = -1; dz <= 1; dz++)
      if (traits(x + dx, y, z + dz).lava || traits(x + dx, y - 1, z + dz).lava) return true
  return false
}

/** Returns the surcharge for a descent through an open place in the dark below which no block is known (ticks). */
export function priceOfGap(view: NavigationView, x: number, y: number, z: number): number {
  const isGap =
    hidesGround(view, x, y, z) &&
    view.isKnown(x, y, z) &&
    view.blocks.traits(view.state(x, y, z)).open
  return isGap ? UNKNOWN_GROUND : 0
}

/** Returns the surcharge for digging down on unseen ground near chasms (ticks). */
export function priceOfChasms(view: NavigationView, x: number, y: number, z: number): number {
  return hidesGround(view, x, y, z) ? view.chasmsNear(x, y - 1, z) * UNKNOWN_GROUND : 0
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
  return open >= CAVE_OPENINGS && hasRoof(view, x, y, z)
}

/** Whether anything lies above a place. Open land below the agent, such as a valley, has no roof and is no cave. */
function hasRoof(view: NavigationView, x: number, y: number, z: number): boolean {
  for (let up = 2; up <= MAX_ROOF; up++)
    if (!view.blocks.traits(view.state(x, y + up, z)).open) return true
  return false
}
