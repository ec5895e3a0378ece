import { Vec3 as V } from 'vec3'
import type { Body } from './body.ts'
import { fill } from './place.ts'

const AROUND = [
  new V(0, 1, 0),
  new V(1, 0, 0),
  new V(-1, 0, 0),
  new V(0, 0, 1),
  new V(0, 0, -1),
  new V(0, -1, 0),
]

/**
 * Looks at what a freshly dug cell has laid bare and puts blocks where liquids are.
 * @returns false when lava could not be closed off.
 */
export async function holdBackLiquids(body: Body, dug: V, signal: AbortSignal): Promise<boolean> {
  for (const side of AROUND) {
    const cell = dug.plus(side)
    body.eyes.examine(cell.x, cell.y, cell.z)
    const { lava, water } = body.traitsAt(cell)
    if (!lava && !(water && side.y >= 0)) continue
    if ((await closeOff(body, cell, signal)) || !lava) continue
    await fill(body, dug, signal)
    return false
  }
  return true
}

/** Puts a block where a liquid is; if there is nothing to put it against, on one put under it. */
async function closeOff(body: Body, cell: V, signal: AbortSignal): Promise<boolean> {
  if (await fill(body, cell, signal)) return true
  const below = cell.offset(0, -1, 0)
  const look = () => body.eyes.examine(below.x, below.y, below.z)
  // Unseen, more of the liquid may have been taken for rock.
  look()
  const { lava, water } = body.traitsAt(below)
  if ((lava || water) && (await fill(body, below, signal))) look()
  return fill(body, cell, signal)
}
