import type { Vec3 } from 'vec3'
import type { Body } from '../src/body/body.ts'
import { fill } from '../src/body/place.ts'
import { travel } from '../src/body/travel.ts'
import { failed, type Outcome, succeeded } from '../src/goal/outcome.ts'
import type { Skill } from './skill.ts'

/** In lava one does not live longer (ticks). */
const LAVA_TICKS = 100
const EDGE_RANGE = 5

/** Gets out of lava, fire or water onto firm ground by the shortest way. */
export const swimOut: Skill<null> = {
  name: 'swim-out',
  effect: 'the feet stand on firm, dry ground',
  budget: () => 400,
  precondition: () => null,
  async run({ body, signal }): Promise<Outcome> {
    const out = () => body.bot.entity.onGround && !inLava(body) && isDry(body, body.feet)
    if (inLava(body)) await leaveLava(body, out, signal)
    if (!out()) {
      const dry = (x: number, y: number, z: number) => isDryAt(body, x, y, z)
      await travel(body, { reached: dry, distance: (x, y, z) => (dry(x, y, z) ? 0 : 1) }, signal, {
        limit: 3000,
      })
    }
    return out() ? succeeded : failed('unreachable', 'no firm ground in reach')
  },
}

/** Whether the body is in lava, by what it feels. */
export function inLava(body: Body): boolean {
  const entity = body.bot.entity as { isInLava?: boolean }
  return entity.isInLava === true
}

/** In lava every tick counts and no route is planned through it: up, and toward the nearest edge. */
async function leaveLava(body: Body, out: () => boolean, signal: AbortSignal): Promise<void> {
  const { bot } = body
  try {
    for (let tick = 0; tick < LAVA_TICKS && !out(); tick++) {
      await pave(body, signal)
      const edge = nearestDry(body)
      if (edge) await bot.lookAt(edge.offset(0.5, 1.6, 0.5), true)
      bot.setControlState('jump', true)
      bot.setControlState('forward', edge !== undefined)
      bot.setControlState('sprint', edge !== undefined)
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

function isDry(body: Body, { x, y, z }: Vec3): boolean {
  return isDryAt(body, x, y, z)
}

function isDryAt(body: Body, x: number, y: number, z: number): boolean {
  return (
    body.traits(x, y, z).open && body.traits(x, y + 1, z).open && body.traits(x, y - 1, z).floor
  )
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
        // Climbing up out of lava takes longer than wading through it.
        const away = Math.hypot(place.x + 0.5 - x, place.z + 0.5 - z) + Math.max(0, place.y - y)
        if (away < least && isDry(body, place)) {
          best = place
          least = away
        }
      }
    }
  }
  return best
}
