import { Vec3 } from 'vec3'
import type { Body } from '../body.ts'
import { BOT } from '../bot.ts'
import { crosshair } from '../dig.ts'
import { clearStep } from './clearing.ts'
import { lookAtStep } from './footing.ts'
import { isCalm } from './ground-line.ts'
import type { Step } from './route.ts'
import type { StepFailure } from './step-failure.ts'
import { groundOf } from './stride.ts'

/** Distance to the sides without a fall or lava (blocks). */
const CALM_RADIUS = 1
/** Distance from the centre of a place at which the feet stop (blocks). */
const ARRIVED = 0.25

/**
 * Whether the agent can take a level step while it digs the block in front of it. This pays only without a cooldown after
 * digs; otherwise the cooldown passes while the agent walks.
 */
export function canDigAhead(body: Body, step: Step, next: Step | undefined): boolean {
  const [block] = next?.clear ?? []
  if (!next || !block || body.hands.limits.digPause > 0) return false
  const { x, y, z } = body.feet
  const isStraight = next.x - step.x === step.x - x && next.z - step.z === step.z - z
  const isLevel = step.y === y && next.y === y && step.how === 'walk' && next.how === 'walk'
  return (
    isStraight &&
    isLevel &&
    Math.abs(step.x - x) + Math.abs(step.z - z) === 1 &&
    body.footing.onGround &&
    !body.footing.inWater &&
    lookAtStep(body, step) === undefined &&
    isCalm(groundOf(body), step, CALM_RADIUS) &&
    crosshair(body, new Vec3(block.x, block.y, block.z)) !== undefined
  )
}

/** Takes a step and digs the first block of the next one meanwhile. @returns the failure of the next step. */
export async function digAhead(
  body: Body,
  step: Step,
  next: Step,
  signal: AbortSignal,
): Promise<StepFailure | undefined> {
  const away = () => Math.hypot(body.position.x - step.x - 0.5, body.position.z - step.z - 0.5)
  const unwatch = body.onTick(() => {
    body.controls.press({ forward: body[BOT].targetDigBlock !== null && away() > ARRIVED })
  })
  try {
    return await clearStep(body, { ...next, clear: next.clear.slice(0, 1) }, signal)
  } finally {
    unwatch()
    body.controls.press({ forward: false })
  }
}
