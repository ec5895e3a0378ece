import { Vec3 } from 'vec3'
import { SIDES } from '#geometry/neighbours'
import { STEP_UP } from '#knowledge/bearing'
import { EYE_HEIGHT } from '#knowledge/player-size'
import type { Body } from '../body.ts'
import { BOT } from '../bot.ts'
import { inLiquid } from '../dig.ts'
import type { Position } from './position.ts'
import type { Step } from './route.ts'
import { standingHeight } from './standing.ts'
import type { StepFailure } from './step-failure.ts'

/** How long one leans over an edge to see what lies below (ticks). */
const PEER_TICKS = 14
/** How long sneaking feet take to stand still (ticks). */
const STOP_TICKS = 4
/** How long a place whose ground cannot be seen is left out of routes (ticks). */
const BLIND_TICKS = 600
/** How deep a fall beside the way must be for care to be worth its time (blocks). */
const BRINK_DEPTH = 4
/** How near to the middle of a block the feet must be to count as there (blocks). */
const ARRIVED = 0.36
/** How near for the whole body to be within it. */
export const CENTRED = 0.15
const STEP_TICKS = 60
/** How high a swimmer's feet are kept above the bottom of the place swum to (blocks); a body is a fifth of a block lower than two. */
const FLOAT = 0.3
const FLOAT_UNDER_ROOF = 0.05

/**
 * Looks at where a step leads from where the eye is now: whether there is something to stand or swim
 * on, nothing that burns, and nothing in the way that was not there when it was last seen.
 * @returns `unseen` when its ground cannot be seen from here.
 */
export function lookAtStep(body: Body, step: Step): StepFailure | 'unseen' | undefined {
  const { x, y, z, how } = step
  for (const dy of [-1, 0, 1]) {
    body.vision.examine(x, y + dy, z)
    const { lava, cube } = body.traits(x, y + dy, z)
    if (lava) return 'unsafe'
    if (cube && dy >= 0 && body.vision.isKnown(x, y + dy, z)) return 'changed'
  }
  if (how === 'pillar' || how === 'swim' || how === 'ladder' || step.place) return undefined
  const own = body.traits(x, y, z)
  const below = body.traits(x, y - 1, z)
  if (own.low) return undefined
  if (!below.floor && !below.water) return 'unsafe'
  return body.vision.isKnown(x, y - 1, z) ? undefined : 'unseen'
}

/**
 * The same, and leans over the edge to see what cannot be seen otherwise. What stays unseen is
 * taken for rock in plans, but not under one's feet.
 */
export async function lookClosely(
  body: Body,
  step: Step,
  signal: AbortSignal,
): Promise<StepFailure | undefined> {
  const seen = () => lookAtStep(body, step) !== 'unseen'
  if (!seen()) await leanOut(body, step, seen, PEER_TICKS, signal)
  const failure = lookAtStep(body, step)
  const below = new Vec3(step.x, step.y - 1, step.z)
  if (failure === 'unsafe' && body.traitsAt(below).open) body.chasms.add(below)
  if (failure !== 'unseen') return failure
  body.avoided.add(new Vec3(step.x, step.y, step.z), BLIND_TICKS)
  body.chasms.add(below)
  return 'unsafe'
}

/**
 * Leans towards a place until something holds: sneaking feet do not slip off an edge. Steps back from it
 * when that was in vain.
 */
export async function leanOut(
  body: Body,
  { x, y, z }: Position,
  until: () => boolean,
  ticks: number,
  signal: AbortSignal,
): Promise<boolean> {
  const bot = body[BOT]
  await bot.lookAt(new Vec3(x + 0.5, y, z + 0.5), true)
  bot.setControlState('sneak', true)
  bot.setControlState('forward', true)
  try {
    const holds = await body.until(until, ticks, signal)
    bot.setControlState('forward', false)
    // Feet over the edge slip off it as soon as they no longer sneak.
    bot.setControlState('back', !holds)
    const isBack = () => !holds && body.traitsAt(body.position.floored().offset(0, -1, 0)).floor
    await body.until(isBack, holds ? STOP_TICKS : ticks, signal)
    return holds
  } finally {
    body.release()
  }
}

/** Whether a body can stand on the block below a place: there is room for feet and head in it. */
export function canStandAt(body: Body, { x, y, z }: Position): boolean {
  return (
    body.traits(x, y, z).open && body.traits(x, y + 1, z).open && body.traits(x, y - 1, z).floor
  )
}

/** Whether a slip to the side would be a fall that hurts. */
function atBrink(body: Body, { x, y, z }: Position): boolean {
  return SIDES.some(([dx, dz]) => {
    for (let depth = 0; depth <= BRINK_DEPTH; depth++) {
      const traits = body.traits(x + dx, y - depth, z + dz)
      if (traits.lava) return true
      if (!traits.open) return false
    }
    return true
  })
}

/**
 * Walks straight ahead, the way the body looks, until something holds.
 * @returns false when it did not within `ticks`.
 */
export async function walkAhead(
  body: Body,
  until: () => boolean,
  ticks: number,
  signal: AbortSignal,
): Promise<boolean> {
  body.controls.press({ forward: true })
  try {
    return await body.until(until, ticks, signal)
  } finally {
    body.release()
  }
}

/** The same until the middle of the body is that near to a point, along the ground (blocks). */
export function walkOnto(
  body: Body,
  point: Position,
  near: number,
  ticks: number,
  signal: AbortSignal,
): Promise<boolean> {
  const isThere = () => Math.hypot(body.position.x - point.x, body.position.z - point.z) < near
  return walkAhead(body, isThere, ticks, signal)
}

/**
 * Brings the feet to a place one step away, swimming or walking, with care where a slip would hurt.
 * @param arrived how near to the target (blocks).
 * @param target where in the place; its middle when left out.
 */
export async function moveInto(
  body: Body,
  step: Position,
  signal: AbortSignal,
  arrived = ARRIVED,
  target = new Vec3(step.x + 0.5, step.y, step.z + 0.5),
): Promise<StepFailure | undefined> {
  const bot = body[BOT]
  const startY = body.position.y
  const height = standingHeight((x, y, z) => body.traits(x, y, z), step) ?? step.y
  // Who floats higher knocks the head against a ceiling right above the water.
  const float = body.traits(step.x, step.y + 2, step.z).open ? FLOAT : FLOAT_UNDER_ROOF
  const careful = step.y === body.feet.y && !inLiquid(body) && atBrink(body, step)
  for (let tick = 0; tick < STEP_TICKS; tick++) {
    const away = Math.hypot(body.position.x - target.x, body.position.z - target.z)
    const dy = body.position.y - step.y
    const settled = bot.entity.onGround || inLiquid(body)
    if (away <= arrived && settled && dy > -0.4 && dy < 0.9) return undefined
    if (dy < -1.6 || away > 2.6) break
    if (away > arrived / 3) await bot.lookAt(target.offset(0, EYE_HEIGHT + dy, 0), true)
    bot.setControlState('forward', away > arrived / 3)
    bot.setControlState('sneak', careful)
    const rising = height > startY + STEP_UP && body.position.y < height - 0.05
    const blocked =
      (bot.entity as { isCollidedHorizontally?: boolean }).isCollidedHorizontally === true
    const afloat = inLiquid(body) && body.position.y < step.y + float
    bot.setControlState('jump', (rising && (blocked || away < 1.25)) || afloat)
    await body.wait(1, signal)
  }
  body.release()
  return 'off-route'
}
