import { Vec3 as V } from 'vec3'
import { SIDES } from '#geometry/neighbours'
import type { Body } from './body.ts'
import { fill } from './place.ts'

/** Positions around a block that a liquid can flow from. Above comes first, because liquids fall. */
const AROUND = [[0, 1, 0], ...SIDES.map(([dx, dz]) => [dx, 0, dz] as const), [0, -1, 0]] as const

/**
 * Looks at the blocks that a dig exposed, and replaces liquids with blocks.
 * @returns false if the agent could not block lava.
 */
export async function holdBackLiquids(body: Body, dug: V, signal: AbortSignal): Promise<boolean> {
  for (const [dx, dy, dz] of AROUND) {
    const position = dug.offset(dx, dy, dz)
    body.vision.examine(position.x, position.y, position.z)
    const { lava, water } = body.traitsAt(position)
    if (!lava && !(water && dy >= 0)) continue
    if ((await closeOff(body, position, signal)) || !lava) continue
    await fill(body, dug, signal)
    return false
  }
  return true
}

/**
 * Known lava that may flow onto the agent: beside its feet and its head, and above it. This includes lava at its lowest
 * level, which flows no farther, because a block in its place is cheap.
 */
export function lavaBeside(body: Body): V[] {
  const { x, y, z } = body.feet
  const lava: V[] = []
  const look = (dx: number, dy: number, dz: number) => {
    if (body.traits(x + dx, y + dy, z + dz).lava) lava.push(new V(x + dx, y + dy, z + dz))
  }
  // A crawling player occupies one block.
  const head = body.posture.crawling ? 0 : 1
  look(0, head + 1, 0)
  for (let dy = head; dy >= 0; dy--) for (const [dx, dz] of SIDES) look(dx, dy, dz)
  return lava
}

/** Replaces a liquid with a block. Without a support, the agent first places one below. */
export async function closeOff(body: Body, position: V, signal: AbortSignal): Promise<boolean> {
  if (await fill(body, position, signal)) return true
  const below = position.offset(0, -1, 0)
  const look = () => body.vision.examine(below.x, below.y, below.z)
  // An unseen block is assumed to be stone, but may be more of the liquid.
  look()
  const { lava, water } = body.traitsAt(below)
  if ((lava || water) && (await fill(body, below, signal))) look()
  return fill(body, position, signal)
}
