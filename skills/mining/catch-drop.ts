import type { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import { fill } from '#body/place'

/** Depth to which the agent looks for lava below a block (blocks). */
const DEPTH = 16

/** Puts a block below another one above lava, so that its drop does not burn. */
export async function catchDrop(body: Body, place: Vec3, signal: AbortSignal): Promise<void> {
  if (isAboveLava(body, place)) await fill(body, place.offset(0, -1, 0), signal)
}

/** Whether there is nothing but air between a block and lava below, as far as the agent knows. */
function isAboveLava(body: Body, { x, y, z }: Vec3): boolean {
  for (let depth = 1; depth <= DEPTH; depth++) {
    body.vision.examine(x, y - depth, z)
    const { lava, open } = body.traits(x, y - depth, z)
    if (lava) return true
    if (!open) return false
  }
  return false
}
