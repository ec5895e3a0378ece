import { Vec3 } from 'vec3'
import type { Body } from '../body.ts'
import { BOT } from '../bot.ts'
import { wallBehind } from './ladders.ts'
import type { Step } from './route.ts'
import { standingHeight } from './standing.ts'
import type { StepFailure } from './step-failure.ts'

const CLIMB_TICKS = 60
/** Distance to the centre of a place at which the agent has arrived on a ladder (blocks). */
const ARRIVED = 0.45
/** Tolerance of the height of the feet, below and above the target (blocks). */
const BELOW = 0.1
const ABOVE = 0.7

/** Climbs one block up or down a ladder, steps onto a ladder, or leaves it at its end. */
export async function climb(
  body: Body,
  step: Step,
  signal: AbortSignal,
): Promise<StepFailure | undefined> {
  const bot = body[BOT]
  const traits = (x: number, y: number, z: number) => body.traits(x, y, z)
  const height = standingHeight(traits, step) ?? step.y
  try {
    for (let tick = 0; tick < CLIMB_TICKS; tick++) {
      const { position, feet } = body
      const up = height - position.y
      const away = Math.hypot(position.x - step.x - 0.5, position.z - step.z - 0.5)
      if (away <= ARRIVED && up <= BELOW && up >= -ABOVE) return undefined
      const isThere = feet.x === step.x && feet.z === step.z
      const onTop = isThere && up < -ABOVE && body.footing.onGround
      // A player on a ladder climbs by walking against the wall behind it. On top of one it walks off its edge.
      const wall = onTop
        ? opposite(wallBehind(traits, feet.offset(0, -1, 0)))
        : isThere
          ? wallBehind(traits, feet)
          : undefined
      const goal = new Vec3(
        step.x + 0.5 + (wall?.dx ?? 0),
        position.y + 1,
        step.z + 0.5 + (wall?.dz ?? 0),
      )
      await bot.lookAt(goal, true)
      bot.setControlState('forward', isThere ? onTop || up > BELOW || away > ARRIVED : true)
      bot.setControlState('jump', up > BELOW)
      await body.wait(1, signal)
    }
    return 'off-route'
  } finally {
    body.release()
  }
}

function opposite(wall: ReturnType<typeof wallBehind>): ReturnType<typeof wallBehind> {
  return wall && { dx: -wall.dx, dz: -wall.dz }
}
