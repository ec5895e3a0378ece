import { Vec3 } from 'vec3'
import { SIDES } from '#geometry/neighbours'
import { STEP_UP } from '#knowledge/bearing'
import { EYE_HEIGHT } from '#knowledge/player-size'
import type { Body } from '../body.ts'
import { BOT } from '../bot.ts'
import { inLiquid } from '../dig.ts'
import { hasLavaNear } from './detours.ts'
import type { Position } from './position.ts'
import type { Step } from './route.ts'
import { standingHeight } from './standing.ts'
import type { StepFailure } from './step-failure.ts'

/** Time to lean over an edge until the ground below is in sight (ticks). */
const PEER_TICKS = 14
/** Time for a sneaking player to stop (ticks). */
const STOP_TICKS = 4
/** How long routes avoid a place whose ground is not visible (ticks). */
const BLIND_TICKS = 600
/** Depth of a fall beside the route from which on the agent walks carefully (blocks). */
const BRINK_DEPTH = 4
/** Distance to the centre of a block at which the feet have arrived (blocks). */
const ARRIVED = 0.36
/** Distance at which the whole hitbox is inside the block. */
export const CENTRED = 0.15
const STEP_TICKS = 60
/** Height of a swimmer's feet above the bottom of its place (blocks). A player is 1.8 blocks tall. */
const FLOAT = 0.3
const FLOAT_UNDER_ROOF = 0.05

/**
 * Looks at the end of a step: whether there is ground, or water without lava that the plan did not know of, and no new block in the way.
 * @returns `unseen` if the ground is not visible from here.
 */
export function lookAtStep(body: Body, step: Step): StepFailure | 'unseen' | undefined {
  const { x, y, z, how } = step
  for (const dy of [-1, 0, 1]) {
    body.vision.examine(x, y + dy, z)
    const { lava, cube } = body.traits(x, y + dy, z)
    if (lava) return 'unsafe'
    if (cube && dy >= 0 && body.vision.isKnown(x, y + dy, z)) return 'changed'
  }
  const own = body.traits(x, y, z)
  if (own.water && !step.nearLava && isBesideLava(body, step)) return 'unsafe'
  if (how === 'pillar' || how === 'swim' || how === 'ladder' || step.place) return undefined
  const below = body.traits(x, y - 1, z)
  if (own.low) return undefined
  if (!below.floor && !below.water) return 'unsafe'
  return body.vision.isKnown(x, y - 1, z) ? undefined : 'unseen'
}

/** Whether there is lava near a place: a current would carry a swimmer into it. */
function isBesideLava(body: Body, { x, y, z }: Position): boolean {
  return hasLavaNear((...place) => body.traits(...place), x, y, z)
}

/**
 * As {@link lookAtStep}, and leans over the edge to see hidden ground. Route planning assumes stone at unseen places, but
 * the agent does not step on it.
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
 * Leans towards a place until a condition holds. Sneaking keeps the agent from falling off the edge. It steps back if the
 * condition does not hold.
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
    // A player over the edge falls when it stops sneaking.
    bot.setControlState('back', !holds)
    const isBack = () => !holds && body.traitsAt(body.position.floored().offset(0, -1, 0)).floor
    await body.until(isBack, holds ? STOP_TICKS : ticks, signal)
    return holds
  } finally {
    body.release()
  }
}

/** Whether the agent can stand at a place, with room for feet and head. */
export function canStandAt(body: Body, { x, y, z }: Position): boolean {
  return (
    body.traits(x, y, z).open && body.traits(x, y + 1, z).open && body.traits(x, y - 1, z).floor
  )
}

/** Whether a fall off the side of a place hurts. */
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
 * Height above a place in a liquid up to which the agent swims (blocks): not at all in thin flowing water, through which players wade.
 * mineflayer's physics would let it rise far above such water.
 */
export function floatIn(body: Body, float = FLOAT): number {
  const { feet } = body
  const { name, source, water, lava } = body.traitsAt(feet)
  const isDeep = source || name !== 'water' || body.traitsAt(feet.offset(0, 1, 0)).water
  return lava || (water && isDeep) ? float : 0
}

/**
 * Walks in the direction of view until a condition holds.
 * @returns whether it holds within `ticks`.
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

/** The same until the agent is within a horizontal distance of a point (blocks). */
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
 * Swims or walks to an adjacent place, carefully where a fall off the side hurts.
 * @param arrived distance to the target at which the agent has arrived (blocks).
 * @param target point in the place; its centre by default.
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
  // Floating higher, the agent would hit its head on a ceiling just above the water.
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
    const afloat = inLiquid(body) && body.position.y < step.y + floatIn(body, float)
    bot.setControlState('jump', (rising && (blocked || away < 1.25)) || afloat)
    await body.wait(1, signal)
  }
  body.release()
  return 'off-route'
}
