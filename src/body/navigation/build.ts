import { Vec3 } from 'vec3'
import type { Body } from '../body.ts'
import { BOT } from '../bot.ts'
import { placeBlock, supportFor, takeInHand } from '../place.ts'
import { CENTRED, leanOut, moveInto } from './footing.ts'
import type { Step } from './route.ts'
import type { StepFailure } from './step-failure.ts'

/** Time to lean out to where a block can be placed against the ground (ticks). */
const LEAN_TICKS = 24

/** Jumps and places a block below the feet. */
export async function pillarUp(
  body: Body,
  step: Step,
  signal: AbortSignal,
): Promise<StepFailure | undefined> {
  const bot = body[BOT]
  const under = new Vec3(step.x, step.y - 1, step.z)
  await moveInto(body, { ...step, y: step.y - 1 }, signal, CENTRED)
  body.release()
  // A jump leaves no time to switch the held item.
  if (!(await takeInHand(body, body.filler, signal))) return 'blocked'
  await body.hands.readyToUse(signal)
  await body.controls.lookAt(under.offset(0.5, 0, 0.5))
  bot.setControlState('jump', true)
  const high = await body.until(() => body.position.y > step.y + 0.1, 12, signal)
  bot.setControlState('jump', false)
  const placed = high && (await placeBlock(body, body.filler, under, signal))
  await body.until(() => bot.entity.onGround, 12, signal)
  return placed ? undefined : 'blocked'
}

/** Shuts lava out below the agent: it jumps, and places a block where it stood. @returns whether it stands on that block. */
export async function riseFromLava(body: Body, signal: AbortSignal): Promise<boolean> {
  const { x, y, z } = body.feet
  const isClear = [1, 2].every((up) => body.traits(x, y + up, z).open)
  if (!isClear || body.posture.crawling) return false
  return (await pillarUp(body, { x, y: y + 1, z, clear: [], how: 'pillar' }, signal)) === undefined
}

/** Places the blocks that a step needs, leaning over the edge if necessary. */
export async function buildFor(
  body: Body,
  step: Step,
  signal: AbortSignal,
): Promise<StepFailure | undefined> {
  for (const { x, y, z } of step.place ?? []) {
    const place = new Vec3(x, y, z)
    if (!body.traitsAt(place).open && !body.traitsAt(place).water) continue
    if (!(await takeInHand(body, body.filler, signal))) return 'blocked'
    const inSight = () => supportFor(body, place) !== undefined
    if (!inSight()) await leanOut(body, place, inSight, LEAN_TICKS, signal)
    if (!(await placeBlock(body, body.filler, place, signal))) return 'blocked'
  }
  return undefined
}
