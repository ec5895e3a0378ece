import { Vec3 } from 'vec3'
import { EYE_HEIGHT } from '#knowledge/player-size'
import type { Body } from '../body.ts'
import { BOT } from '../bot.ts'
import { inLiquid } from '../dig.ts'
import { floatIn } from './footing.ts'
import { HALF_WIDTH } from './ground-line.ts'
import type { Step } from './route.ts'
import type { StrideOptions, Strides } from './stride.ts'

/** Longest straight line to swim, and the distance between the places that are checked along it (blocks). */
const MAX_LINE = 12
const SAMPLE = 0.4
/** Distance to a place at which the agent has passed it, or arrived at the last one (blocks). */
const PASSING = 0.6
const ARRIVED = 0.36
/** An agent farther than this from the next step, or lower, has left the route (blocks). */
const LOST = 2.6
const SUNK = 1.6
/** An agent that gets no closer for this long is stuck (ticks). */
const STALLED_TICKS = 30

/** Whether a step leads over the surface of water, without digging or building. */
export function isAfloat(body: Body, step: Step | undefined): step is Step {
  if (step?.how !== 'swim' || step.clear.length > 0 || step.place || step.doors) return false
  return isSurface(body, step.x, step.y, step.z)
}

/**
 * Swims along steps over the surface of water at one height, in straight lines where the water is open. Taken one by one, each
 * turn of a route costs about a second.
 */
export async function swimAlong(
  body: Body,
  steps: readonly Step[],
  { entering, done }: Pick<StrideOptions, 'entering' | 'done'>,
  signal: AbortSignal,
): Promise<Strides> {
  const bot = body[BOT]
  let taken = 0
  let nearest = Number.POSITIVE_INFINITY
  let stalled = 0
  try {
    for (let step = steps[0]; step; step = steps[taken]) {
      const failure = entering(step)
      if (failure) return { taken, failure }
      const aim = farthest(body, steps, taken)
      const away = distanceTo(body, aim)
      stalled = away < nearest ? 0 : stalled + 1
      nearest = Math.min(nearest, away)
      const isLost = (aim === step && away > LOST) || body.position.y < step.y - SUNK
      if (isLost || stalled > STALLED_TICKS) return { taken, failure: 'off-route' }
      const ahead = new Vec3(aim.x + 0.5, body.position.y + EYE_HEIGHT, aim.z + 0.5)
      await bot.lookAt(ahead, true)
      bot.setControlState('forward', true)
      bot.setControlState('jump', inLiquid(body) && body.position.y < aim.y + floatIn(body))
      await body.wait(1, signal)
      const passed = steps.findLastIndex((each, i) => i >= taken && hasPassed(body, each, steps))
      if (passed < 0) continue
      taken = passed + 1
      nearest = Number.POSITIVE_INFINITY
      if (done()) break
    }
    return { taken }
  } finally {
    body.release()
  }
}

/** The farthest step in a straight line over open water; at least the next one. */
function farthest(body: Body, steps: readonly Step[], next: number): Step {
  let aim = steps[next] as Step
  for (const step of steps.slice(next + 1)) {
    if (distanceTo(body, step) > MAX_LINE || !isOpenWater(body, step)) break
    aim = step
  }
  return aim
}

/** Whether there is open water all the way to the middle of a step. */
function isOpenWater(body: Body, { x, y, z }: Step): boolean {
  const { position } = body
  const looks = Math.ceil(distanceTo(body, { x, z }) / SAMPLE)
  for (let i = 0; i <= looks; i++) {
    const atX = position.x + ((x + 0.5 - position.x) * i) / looks
    const atZ = position.z + ((z + 0.5 - position.z) * i) / looks
    for (const side of [-HALF_WIDTH, HALF_WIDTH])
      for (const along of [-HALF_WIDTH, HALF_WIDTH])
        if (!isSurface(body, Math.floor(atX + side), y, Math.floor(atZ + along))) return false
  }
  return true
}

function isSurface(body: Body, x: number, y: number, z: number): boolean {
  const above = body.traits(x, y + 1, z)
  return body.traits(x, y, z).water && above.open && !above.water
}

function hasPassed(body: Body, step: Step, steps: readonly Step[]): boolean {
  const rise = body.position.y - step.y
  if (rise < -0.4 || rise > 1.3) return false
  if (step === steps.at(-1))
    return inLiquid(body) && rise < 0.9 && distanceTo(body, step) <= ARRIVED
  return distanceTo(body, step) <= PASSING
}

/** Horizontal distance to the middle of a place (blocks). */
function distanceTo({ position }: Body, { x, z }: Pick<Step, 'x' | 'z'>): number {
  return Math.hypot(position.x - x - 0.5, position.z - z - 0.5)
}
