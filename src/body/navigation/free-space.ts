import { STEP_UP } from '#knowledge/bearing'
import type { BlockTraits } from '#knowledge/block-traits'
import type { NavigationView } from './navigation-view.ts'
import type { Position } from './position.ts'
import { HEADROOM } from './standing.ts'

/** Deepest gap to jump over (blocks). The agent may not get back out of a deeper one. */
const MAX_DEPTH = 3

/**
 * Whether a jump over a gap is safe even if it misses: the agent would land without damage, and not in lava or fire.
 */
export function isSafeToCross(view: NavigationView, from: Position, to: Position): boolean {
  const dx = Math.sign(to.x - from.x)
  const dz = Math.sign(to.z - from.z)
  const length = Math.max(Math.abs(to.x - from.x), Math.abs(to.z - from.z))
  for (let i = 1; i < length; i++) {
    if (!isSoftBelow(view, from.x + dx * i, from.y, from.z + dz * i)) return false
  }
  return true
}

function isSoftBelow(view: NavigationView, x: number, y: number, z: number): boolean {
  for (let depth = 1; depth <= MAX_DEPTH + 1; depth++) {
    const { floor, low, water, open, name } = traits(view, x, y - depth, z)
    // Unknown blocks are assumed to be stone.
    if (floor && name === 'stone') return view.isKnown(x, y - depth, z)
    if (floor || low || water) return true
    if (!open) return false
  }
  return false
}

/** Depth to which the planner looks for lava (blocks). */
const LOOK_DOWN = 24

/** Whether the agent may bridge a place. It does not above lava, because a mob may push it off the bridge. */
export function canBuildAt(view: NavigationView, { x, y, z }: Position): boolean {
  for (let depth = 0; depth <= LOOK_DOWN; depth++) {
    const { open, lava } = traits(view, x, y - depth, z)
    if (!open) return !lava
  }
  return true
}

/** Whether the agent fits past both corners of a diagonal step without a jump, and neither burns. */
export function cornersAreFree(view: NavigationView, from: Position, to: Position): boolean {
  const y = Math.max(from.y, to.y)
  const lift = ({ x, z }: MapPlace) => {
    const { open, water, low, height } = traits(view, x, y, z)
    return open || water ? 0 : low ? height : Number.POSITIVE_INFINITY
  }
  const corners = [
    { x: to.x, z: from.z },
    { x: from.x, z: to.z },
  ]
  const lifts = [from, to, ...corners].map(lift)
  const highest = Math.max(...lifts)
  // A step between equal heights needs no jump, at any height.
  if (highest - Math.min(...lifts) > STEP_UP) return false
  if (highest > HEADROOM)
    for (const { x, z } of [from, to, ...corners]) if (!traits(view, x, y + 2, z).open) return false
  return corners.every(({ x, z }) => {
    const below = traits(view, x, y - 1, z)
    return (
      traits(view, x, y + 1, z).open &&
      below.height <= 1 &&
      isCool(below) &&
      isCool(traits(view, x, y - 2, z))
    )
  })
}

type MapPlace = Pick<Position, 'x' | 'z'>

function isCool({ lava, harmful }: BlockTraits): boolean {
  return !lava && !harmful
}

function traits(view: NavigationView, x: number, y: number, z: number): BlockTraits {
  return view.blocks.traits(view.state(x, y, z))
}
