import type { Vec3 } from 'vec3'
import { EYE_HEIGHT } from '#knowledge/player-size'
import type { Body } from '../body.ts'
import { BOT } from '../bot.ts'
import { inLiquid } from '../dig.ts'
import { type Ground, landsSoftly } from './ground-line.ts'
import type { Position } from './position.ts'
import { standingHeight } from './standing.ts'
import type { StepFailure } from './step-failure.ts'

const LEAP_TICKS = 50
/** Speed at which a player steps off an edge and lands directly below it (blocks a tick). */
const CREEPING_SPEED = 0.12
/** Distance past the centre of a block at which the agent jumps. The block supports it up to 0.8 (blocks). */
const TAKE_OFF = 0.68
/** How far a player at full speed may land past its target (blocks). */
const RUN_OUT = 2
/** Deepest fall without damage (blocks). */
const HARMLESS = 3
/** Tolerance of the landing, horizontal and vertical (blocks). */
const ON_TARGET = 0.15
const LANDED = 1.8
const STEP_DOWN = 1.1
/** Closer than this to the centre of a column, only a block of that column can support a player (blocks). */
const WITHIN = 0.19
/** Time until a player falls where its ground has just been dug (ticks). */
const HELD_TICKS = 3
/** Gravity (blocks a tick²) and drag in the air, as in the game. */
const GRAVITY = 0.08
const FALL_DRAG = 0.98
const AIR_DRAG = 0.91

/**
 * Drops over an edge onto a place up to three blocks lower, at full speed if landing past it is safe.
 */
export async function dropTo(
  body: Body,
  ground: Ground,
  place: Position,
  signal: AbortSignal,
): Promise<StepFailure | undefined> {
  const target = landing(body, place)
  const heading = headingTo(body, target)
  const deeper = HARMLESS - Math.round(body.position.y - place.y)
  const hurry = Array.from({ length: RUN_OUT }, (_, i) => i + 1).every((far) =>
    landsSoftly(
      ground,
      {
        x: Math.floor(target.x + heading.x * far),
        y: place.y,
        z: Math.floor(target.z + heading.z * far),
      },
      deeper,
    ),
  )
  return leap(body, target, signal, (speed) => {
    body[BOT].setControlState('sprint', hurry && body[BOT].food > 6)
    body[BOT].setControlState('forward', hurry || speed < CREEPING_SPEED)
  })
}

/** Jumps over a gap of up to two blocks with a run-up. */
export async function jumpTo(
  body: Body,
  from: Position,
  place: Position,
  signal: AbortSignal,
): Promise<StepFailure | undefined> {
  const target = landing(body, place)
  const bot = body[BOT]
  return leap(body, target, signal, (speed) => {
    const heading = headingTo(body, target)
    const gone =
      (body.position.x - from.x - 0.5) * heading.x + (body.position.z - from.z - 0.5) * heading.z
    bot.setControlState('forward', true)
    bot.setControlState('sprint', bot.food > 6)
    bot.setControlState('jump', gone + speed > TAKE_OFF)
  })
}

/** The centre of the ground at a place. */
function landing(body: Body, place: Position): Vec3 {
  const height = standingHeight((x, y, z) => body.traits(x, y, z), place) ?? place.y
  return body.position.clone().set(place.x + 0.5, height, place.z + 0.5)
}

/**
 * Leaves the ground and steers towards a landing.
 * @param onGround sets the keys before the jump, by speed (blocks a tick).
 */
async function leap(
  body: Body,
  target: Vec3,
  signal: AbortSignal,
  onGround: (speed: number) => void,
): Promise<StepFailure | undefined> {
  const bot = body[BOT]
  let heading = headingTo(body, target)
  let last = body.position.clone()
  // A swimming agent first swims to the edge of the water.
  let afloat = inLiquid(body)
  let held = 0
  try {
    for (let tick = 0; tick < LEAP_TICKS; tick++) {
      const { position } = body
      const moved = position.minus(last)
      last = position.clone()
      const low = position.y - target.y
      if (bot.entity.onGround || inLiquid(body)) {
        const away = Math.hypot(position.x - target.x, position.z - target.z)
        if (Math.abs(low) < STEP_DOWN && low < 0.6 && away < LANDED) return undefined
        afloat &&= inLiquid(body)
        if (low < 0 || (inLiquid(body) && !afloat)) return 'off-route'
        if (low >= STEP_DOWN && away < WITHIN && !inLiquid(body)) held++
        if (held > HELD_TICKS) return await lookBelow(body)
        heading = headingTo(body, target)
        await bot.lookAt(target.offset(0, EYE_HEIGHT + low, 0), true)
        bot.setControlState('back', false)
        if (afloat) bot.setControlState('forward', true)
        else onGround(Math.hypot(moved.x, moved.z))
      } else {
        afloat = false
        bot.setControlState('jump', false)
        steer(body, target, heading, moved.x * heading.x + moved.z * heading.z)
      }
      await body.wait(1, signal)
    }
    return 'off-route'
  } finally {
    // Whatever comes next sets the other keys.
    bot.setControlState('back', false)
  }
}

/** Looks at a block below the feet that the route does not know, such as leaves of a treetop. */
async function lookBelow(body: Body): Promise<StepFailure> {
  body.release()
  const { x, y, z } = body.position.offset(0, -0.5, 0).floored()
  await body.controls.lookAt(body.position.offset(0, -1, 0))
  body.vision.examine(x, y, z)
  return body.traits(x, y, z).open ? 'off-route' : 'changed'
}

/** Sets the keys in the air so that the agent lands on the target. */
function steer(body: Body, target: Vec3, heading: { x: number; z: number }, speed: number): void {
  const { [BOT]: bot, position } = body
  const ticks = ticksToFall(position.y, bot.entity.velocity.y, target.y)
  const carry = (speed * AIR_DRAG * (1 - AIR_DRAG ** ticks)) / (1 - AIR_DRAG)
  const left = (target.x - position.x) * heading.x + (target.z - position.z) * heading.z
  bot.setControlState('forward', carry < left - ON_TARGET)
  bot.setControlState('back', carry > left + ON_TARGET)
  if (carry > left) bot.setControlState('sprint', false)
}

function ticksToFall(from: number, velocity: number, to: number): number {
  let y = from
  let speed = velocity
  let ticks = 0
  while (ticks < LEAP_TICKS && (y > to || speed > 0)) {
    y += speed
    speed = (speed - GRAVITY) * FALL_DRAG
    ticks++
  }
  return ticks
}

function headingTo({ position }: Body, target: Vec3): { x: number; z: number } {
  const length = Math.max(1e-6, Math.hypot(target.x - position.x, target.z - position.z))
  return { x: (target.x - position.x) / length, z: (target.z - position.z) / length }
}
