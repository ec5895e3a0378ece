import { Vec3 as V } from 'vec3'
import { SIDES } from '#geometry/neighbours'
import type { Body } from './body.ts'
import { fill } from './place.ts'

/** Where liquids come from, those above first: they fall. */
const AROUND = [[0, 1, 0], ...SIDES.map(([dx, dz]) => [dx, 0, dz] as const), [0, -1, 0]] as const

/**
 * Looks at what a freshly dug block has laid bare and puts blocks where liquids are.
 * @returns false when lava could not be closed off.
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
 * Where lava is known of that is about to flow over the body: beside its feet and its head, and above it. Lava flows no
 * farther once it is that thin, but it is not told apart here: a block in its place is cheap.
 */
export function lavaBeside(body: Body): V[] {
  const { x, y, z } = body.feet
  const lava: V[] = []
  const look = (dx: number, dy: number, dz: number) => {
    if (body.traits(x + dx, y + dy, z + dz).lava) lava.push(new V(x + dx, y + dy, z + dz))
  }
  // Who crawls is in one place alone.
  const head = body.posture.crawling ? 0 : 1
  look(0, head + 1, 0)
  for (let dy = head; dy >= 0; dy--) for (const [dx, dz] of SIDES) look(dx, dy, dz)
  return lava
}

/** Puts a block where a liquid is; if there is nothing to put it against, on one put under it. */
export async function closeOff(body: Body, position: V, signal: AbortSignal): Promise<boolean> {
  if (await fill(body, position, signal)) return true
  const below = position.offset(0, -1, 0)
  const look = () => body.vision.examine(below.x, below.y, below.z)
  // Unseen, more of the liquid may have been taken for rock.
  look()
  const { lava, water } = body.traitsAt(below)
  if ((lava || water) && (await fill(body, below, signal))) look()
  return fill(body, position, signal)
}
