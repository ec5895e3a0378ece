import type { Vec3 } from 'vec3'
import { SIDES } from '#geometry/neighbours'
import type { Body } from '../body.ts'
import { BOT } from '../bot.ts'
import { digBlock, wouldFlood } from '../dig.ts'
import { listen } from '../listen.ts'
import { fill } from '../place.ts'
import { clearStep } from './clearing.ts'
import { deepestFall } from './deepest-fall.ts'
import { CENTRED, moveInto } from './footing.ts'
import type { Step } from './route.ts'
import type { StepFailure } from './step-failure.ts'
import { isTooSlow } from './view-of-body.ts'

/** Speed along the map at which a player stands still (blocks a tick), and the time for it to stop (ticks). */
const SLOW = 0.02
const STOP_TICKS = 10
/** Height of the place for a standing player (blocks). Jumps need one block more. */
const STANDING_BLOCKS = 2
/** Time limits for landing, and for leaving the ground in a jump (ticks). */
const LANDING_TICKS = 30
const RISE_TICKS = 3

/** Digs the block below the feet and lands on the known block below it. */
export async function digDown(
  body: Body,
  step: Step,
  signal: AbortSignal,
): Promise<StepFailure | undefined> {
  await moveInto(body, { ...step, y: step.y + 1 }, signal, CENTRED)
  body.release()
  if (!body.traits(step.x, step.y - 1, step.z).floor) return 'unsafe'
  return (await clearStep(body, step, signal)) ?? (await land(body, step.y + 0.5, signal))
}

/** Why the agent does not go straight down; `unseen` means that it has seen a fall, but not the ground below it. */
export type DescentFailure = StepFailure | 'unseen'

/**
 * Digs the block below the feet without knowing what is below. In the tick in which the block breaks, the agent looks at what
 * it exposes. If that is unsafe, it jumps off the ground of the tick before and replaces the block.
 * @param looksAgain whether it also digs where it has seen a fall before, for example with a light now.
 * @returns `unsafe` or `unseen` if the agent must not go down here.
 */
export async function digIntoUnknown(
  body: Body,
  signal: AbortSignal,
  looksAgain = false,
): Promise<DescentFailure | undefined> {
  const { feet } = body
  const under = feet.offset(0, -1, 0)
  if (!(await standIn(body, feet, signal))) return 'off-route'
  const { x, y, z } = under
  body.vision.examine(x, y, z)
  if (isTooSlow(body.tools.choose(body.vision.state(x, y, z)).ticks)) return 'blocked'
  // A slab or deep snow in the place of the feet hides the block.
  if (body.traitsAt(feet).low && !(await digBlock(body, feet, signal))) return 'blocked'
  if ((!looksAgain && body.avoided.has(x, y, z)) || wouldFlood(body, under)) return 'unsafe'
  if (!looksAgain && body.vision.isKnown(x, y - 1, z)) {
    const failure = lookDown(body, under)
    if (failure) return failure
  } else if (!(await makeHeadroom(body, signal))) return 'unsafe'
  const look = jumpUnlessSafe(body, under)
  try {
    if (!(await digBlock(body, under, signal))) return 'blocked'
    if (!look.failure) return await land(body, feet.y - 0.5, signal)
    await closeAgain(body, under, signal)
    body.avoided.add(under)
    return look.failure
  } finally {
    look.end()
  }
}

/** Stands still in the middle of a place: a walking player slides on, to where it cannot see what it exposes. */
async function standIn(body: Body, feet: Vec3, signal: AbortSignal): Promise<boolean> {
  const isStill = () => {
    // Each tick of the physics has a new vector.
    const { x, z } = body[BOT].entity.velocity
    return Math.hypot(x, z) < SLOW
  }
  for (let tries = 0; tries < 2; tries++) {
    if (await moveInto(body, feet, signal, CENTRED)) return false
    body.release()
    if (isStill()) break
    await body.until(isStill, STOP_TICKS, signal)
  }
  return body.feet.equals(feet)
}

/** Digs the block that would stop a jump off the ground. @returns false if it must stay, as the roof of a shelter must. */
async function makeHeadroom(body: Body, signal: AbortSignal): Promise<boolean> {
  const above = body.feet.offset(0, STANDING_BLOCKS, 0)
  const { open, diggable, falls } = body.traitsAt(above)
  if (open) return true
  if (body.avoided.has(above.x, above.y, above.z)) return false
  if (!diggable || falls || body.traitsAt(above.offset(0, 1, 0)).falls || wouldFlood(body, above))
    return false
  return digBlock(body, above, signal)
}

/**
 * Makes the agent jump in the tick in which the block below breaks, if what it exposes is unsafe. One tick later it would fall.
 * @returns why the agent jumps, if it does, and a function that stops watching.
 */
function jumpUnlessSafe(
  body: Body,
  under: Vec3,
): { readonly failure: DescentFailure | undefined; end(): void } {
  let failure: DescentFailure | undefined
  const unwatch = listen(body[BOT], 'blockUpdate', (_, now) => {
    if (!now?.position.equals(under) || now.boundingBox !== 'empty') return
    failure = lookDown(body, under)
    if (failure) body.controls.press({ jump: true })
  })
  return {
    get failure() {
      return failure
    },
    end() {
      unwatch()
      if (failure) body.release()
    },
  }
}

/** Looks for safe ground below an open place, without liquids beside the fall. @returns undefined if there is some. */
function lookDown(body: Body, place: Vec3): DescentFailure | undefined {
  const deepest = deepestFall(body)
  for (let depth = 0; depth < deepest; depth++) {
    const { x, y, z } = place.offset(0, -depth, 0)
    for (const [dx, dy, dz] of [...SIDES.map(([sx, sz]) => [sx, 0, sz] as const), [0, -1, 0]]) {
      body.vision.examine(x + dx, y + dy, z + dz)
      const { water, lava } = body.traits(x + dx, y + dy, z + dz)
      if (water || lava) return 'unsafe'
    }
    if (!body.vision.isKnown(x, y - 1, z)) return 'unseen'
    const below = body.traits(x, y - 1, z)
    if (below.harmful) return 'unsafe'
    if (below.floor) return undefined
    if (!below.open) return 'unsafe'
  }
  return 'unsafe'
}

/** Replaces the block that the agent jumped off. */
async function closeAgain(body: Body, place: Vec3, signal: AbortSignal): Promise<void> {
  await body.until(() => body.position.y > place.y + 1, RISE_TICKS, signal)
  body.release()
  await fill(body, place, signal)
  await body.until(() => body.footing.onGround, LANDING_TICKS, signal)
}

/** Waits until the agent stands below a height and the server knows it. Before, a dig takes five times as long. */
async function land(
  body: Body,
  height: number,
  signal: AbortSignal,
): Promise<StepFailure | undefined> {
  const landed = () => body.footing.onGround && body.position.y < height
  if (!(await body.until(landed, LANDING_TICKS, signal))) return 'off-route'
  await body.wait(1, signal)
  return undefined
}
