import { Vec3 as V } from 'vec3'
import type { Body } from './body.ts'
import { fill } from './place.ts'

const SIDES = [new V(1, 0, 0), new V(-1, 0, 0), new V(0, 0, 1), new V(0, 0, -1)]
const AROUND = [new V(0, 1, 0), ...SIDES, new V(0, -1, 0)]

/**
 * Looks at what a freshly dug block has laid bare and puts blocks where liquids are.
 * @returns false when lava could not be closed off.
 */
export async function holdBackLiquids(body: Body, dug: V, signal: AbortSignal): Promise<boolean> {
  for (const side of AROUND) {
    const position = dug.plus(side)
    body.eyes.examine(position.x, position.y, position.z)
    const { lava, water } = body.traitsAt(position)
    if (!lava && !(water && side.y >= 0)) continue
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
  const { feet } = body
  const head = feet.offset(0, 1, 0)
  const around = [head, feet].flatMap((part) => SIDES.map((side) => part.plus(side)))
  return [head.offset(0, 1, 0), ...around].filter((place) => body.traitsAt(place).lava)
}

/** Puts a block where a liquid is; if there is nothing to put it against, on one put under it. */
export async function closeOff(body: Body, position: V, signal: AbortSignal): Promise<boolean> {
  if (await fill(body, position, signal)) return true
  const below = position.offset(0, -1, 0)
  const look = () => body.eyes.examine(below.x, below.y, below.z)
  // Unseen, more of the liquid may have been taken for rock.
  look()
  const { lava, water } = body.traitsAt(below)
  if ((lava || water) && (await fill(body, below, signal))) look()
  return fill(body, position, signal)
}
