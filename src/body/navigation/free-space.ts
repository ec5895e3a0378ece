import { STEP_UP } from '#knowledge/bearing'
import type { BlockTraits } from '#knowledge/block-traits'
import type { NavigationView } from './navigation-view.ts'
import type { Position } from './position.ts'
import { HEADROOM } from './standing.ts'

/** How deep a fall into a gap may be: out of a deeper one there may be no way back (blocks). */
const DEEPEST = 3

/**
 * Whether a jump from one place straight to another over a gap may miss: the body would come down
 * softly, and nowhere where it burns.
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
  for (let depth = 1; depth <= DEEPEST + 1; depth++) {
    const { floor, low, water, open, name } = traits(view, x, y - depth, z)
    // Rock is what is supposed where nothing is known.
    if (floor && name === 'stone') return view.isKnown(x, y - depth, z)
    if (floor || low || water) return true
    if (!open) return false
  }
  return false
}

/** How far down it is looked for lava (blocks). */
const LOOK_DOWN = 24

/** Whether one may build in the air at a place: a push off a bridge above lava is death. */
export function canBuildAt(view: NavigationView, { x, y, z }: Position): boolean {
  for (let depth = 0; depth <= LOOK_DOWN; depth++) {
    const { open, lava } = traits(view, x, y - depth, z)
    if (!open) return !lava
  }
  return true
}

/** Whether a body fits past both corners of a diagonal step, without a jump, and nothing there burns. */
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
  // On one level, whatever that is, no foot need be lifted.
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
