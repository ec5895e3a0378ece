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
    if ((await fill(body, cell, signal)) || !lava) continue
    await fill(body, dug, signal)
    return false
  }
  return true
}
