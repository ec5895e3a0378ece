import type { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import { canStandAt } from '#body/navigation/footing'
import type { NavigationGoal } from '#body/navigation/goal'
import { travel } from '#body/navigation/travel'
import { fill } from '#body/place'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import type { Skill } from '../core/skill.ts'

/** Time after which a body in lava is dead (ticks). */
const LAVA_TICKS = 100
const EDGE_RANGE = 5

/** Leaves lava, fire or water for dry ground by the shortest way. */
export const swimOut: Skill<null> = {
  name: 'swim-out',
  effect: 'the feet are on dry ground',
  budget: () => 400,
  precondition: () => null,
  async run({ body, signal }): Promise<Outcome> {
    const { footing } = body
    const out = () => footing.onGround && !footing.inLava && canStandAt(body, body.feet)
    if (footing.inLava) await leaveLava(body, out, signal)
    if (!out()) {
      const isEnd: NavigationGoal['isEnd'] = (node) => canStandAt(body, node)
      const shore: NavigationGoal = { dry: true, isEnd, heuristic: (node) => (isEnd(node) ? 0 : 1) }
      await travel(body, shore, signal, { limit: 3000 })
    }
    return out() ? succeeded : failed('unreachable', 'no dry ground within reach')
  },
}

/** In lava every tick counts, so there is no route planning: up, and toward the nearest edge. */
async function leaveLava(body: Body, out: () => boolean, signal: AbortSignal): Promise<void> {
  const { controls } = body
  try {
    for (let tick = 0; tick < LAVA_TICKS && !out(); tick++) {
      await pave(body, signal)
      const edge = nearestDry(body)
      if (edge) await controls.lookAt(edge.offset(0.5, 1.6, 0.5))
      controls.press({ jump: true, forward: edge !== undefined, sprint: edge !== undefined })
      await body.wait(1, signal)
    }
  } finally {
    body.release()
  }
}

/** Once the feet are above the lava, a block in its place ends it. */
async function pave(body: Body, signal: AbortSignal): Promise<void> {
  const below = body.position.floored().offset(0, -1, 0)
  if (body.traitsAt(below).lava && body.traitsAt(below.offset(0, 1, 0)).open)
    await fill(body, below, signal)
}

function nearestDry(body: Body): Vec3 | undefined {
  const { x, y, z } = body.position
  const position = body.position.floored()
  let best: Vec3 | undefined
  let least = Number.POSITIVE_INFINITY
  for (let dx = -EDGE_RANGE; dx <= EDGE_RANGE; dx++) {
    for (let dz = -EDGE_RANGE; dz <= EDGE_RANGE; dz++) {
      for (let dy = -1; dy <= 3; dy++) {
        const place = position.offset(dx, dy, dz)
        // Climbing out of lava takes longer than wading through it.
        const away = Math.hypot(place.x + 0.5 - x, place.z + 0.5 - z) + Math.max(0, place.y - y)
        if (away < least && canStandAt(body, place)) {
          best = place
          least = away
        }
      }
    }
  }
  return best
}
