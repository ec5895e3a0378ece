import type { Vec3 } from 'vec3'
import { SIDES } from '#geometry/neighbours'
import type { Body } from '../body.ts'
import { BOT } from '../bot.ts'
import { digBlock, wouldFlood } from '../dig.ts'
import { listen } from '../listen.ts'
import { fill } from '../place.ts'
import { clearStep } from './clearing.ts'
import { CENTRED, moveInto } from './footing.ts'
import type { Step } from './route.ts'
import type { StepFailure } from './step-failure.ts'
import { isTooSlow } from './view-of-body.ts'

/** How deep a fall does not hurt; each block more takes a point of health (blocks). */
const HARMLESS = 3
/** How much a fall may take, and what has to be left after it (points of health). */
const MOST_HURT = 4
const HEALTH_KEPT = 14
/** How long a fall takes at most, and a jump until the feet are off the ground (ticks). */
const LANDING_TICKS = 30
const RISE_TICKS = 3

/** Digs away the block under the feet and comes down on the one below, which is known. */
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

/**
 * Digs away the block under the feet without knowing what is below. What opens is looked at while the feet are still on the
 * ground of the tick before: where it is no place to come down to, the body jumps and puts a block under itself again.
 * @returns `unsafe` where one should not go down.
 */
export async function digIntoUnknown(
  body: Body,
  signal: AbortSignal,
): Promise<StepFailure | undefined> {
  const { feet } = body
  const under = feet.offset(0, -1, 0)
  if ((await moveInto(body, feet, signal, CENTRED)) || !body.feet.equals(feet)) return 'off-route'
  body.release()
  const { x, y, z } = under
  body.vision.examine(x, y, z)
  if (isTooSlow(body.tools.choose(body.vision.state(x, y, z)).ticks)) return 'blocked'
  if (body.avoided.has(x, y, z) || wouldFlood(body, under)) return 'unsafe'
  if (body.vision.isKnown(x, y - 1, z) && !leadsToGround(body, under)) return 'unsafe'
  const unsafe = jumpUnlessSafe(body, under)
  try {
    if (!(await digBlock(body, under, signal))) return 'blocked'
    if (!unsafe.jumps) return await land(body, feet.y - 0.5, signal)
    await closeAgain(body, under, signal)
    body.avoided.add(under)
    return 'unsafe'
  } finally {
    unsafe.end()
  }
}

/**
 * Has the body jump in the very tick in which a block under it goes, where what opens is unsafe: a tick later it falls.
 * @returns whether it has, and how to end this.
 */
function jumpUnlessSafe(body: Body, under: Vec3): { readonly jumps: boolean; end(): void } {
  let jumps = false
  const unwatch = listen(body[BOT], 'blockUpdate', (_, now) => {
    if (!now?.position.equals(under) || now.boundingBox !== 'empty') return
    if (leadsToGround(body, under)) return
    jumps = true
    body.controls.press({ jump: true })
  })
  return {
    get jumps() {
      return jumps
    },
    end() {
      unwatch()
      if (jumps) body.release()
    },
  }
}

/** Whether below an open place there is ground that is near enough, and no liquid beside the way to it. */
function leadsToGround(body: Body, place: Vec3): boolean {
  const hurt = Math.min(MOST_HURT, Math.floor(body.vitals.health) - HEALTH_KEPT)
  const deepest = HARMLESS + Math.max(0, hurt)
  for (let depth = 0; depth < deepest; depth++) {
    const { x, y, z } = place.offset(0, -depth, 0)
    for (const [dx, dy, dz] of [...SIDES.map(([sx, sz]) => [sx, 0, sz] as const), [0, -1, 0]]) {
      body.vision.examine(x + dx, y + dy, z + dz)
      const { water, lava } = body.traits(x + dx, y + dy, z + dz)
      if (water || lava) return false
    }
    const below = body.traits(x, y - 1, z)
    if (!body.vision.isKnown(x, y - 1, z) || below.harmful) return false
    if (below.floor) return true
    if (!below.open) return false
  }
  return false
}

/** Puts a block in the place of the one that it jumped off. */
async function closeAgain(body: Body, place: Vec3, signal: AbortSignal): Promise<void> {
  await body.until(() => body.position.y > place.y + 1, RISE_TICKS, signal)
  body.release()
  await fill(body, place, signal)
  await body.until(() => body.footing.onGround, LANDING_TICKS, signal)
}

/** Waits until the body stands below a height, and until the server knows it: before, a dig takes five times as long. */
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
