import type { Vec3 } from 'vec3'
import { SIDES } from '#geometry/neighbours'
import type { BlockTraits } from '#knowledge/block-traits'
import type { Body } from './body.ts'
import { BOT } from './bot.ts'
import { digBlock } from './dig.ts'
import { canStandAt, walkOnto } from './navigation/footing.ts'

/** How often what lies loose overhead comes down again before it is given up. */
const MAX_FALLS = 24
/** What the next block takes to come down (ticks). */
const FALL_TICKS = 10

/** What it takes at most to walk out to the side (ticks). */
const STEP_TICKS = 12
/** How near to the middle of the next block the body is out of this one (blocks). */
const OUT = 0.3

/** Whether the head is inside a block that lets nobody breathe: it is all that a screen shows then. */
export function isBuried(body: Body): boolean {
  return felt(body, body.eye).blocksLight
}

/** What a body is stuck in it feels, seen or not. */
function felt({ [BOT]: bot, blocks }: Body, position: Vec3): BlockTraits {
  return blocks.traits(bot.blockAt(position)?.stateId ?? 0)
}

/**
 * Digs away what has come down on the body, or was put where it had drifted to: nobody walks or
 * breathes in there.
 */
export async function unbury(body: Body, signal: AbortSignal): Promise<void> {
  const isStuckIn = (position: Vec3) => {
    const { floor, diggable } = felt(body, position)
    return floor && diggable
  }
  const buried = () => {
    const head = body.eye.floored()
    return (body.posture.crawling ? [head] : [head, head.offset(0, -1, 0)]).find(isStuckIn)
  }
  if (buried()) await stepOut(body, signal)
  for (let falls = 0; falls < MAX_FALLS; falls++) {
    const position = buried()
    if (!position) return
    await digBlock(body, position, signal)
    // The head comes first: behind what has come down on it there is no digging for the feet.
    await body.until(() => isStuckIn(body.eye.floored()), FALL_TICKS, signal)
  }
}

/** Walks out to a side that is open, if there is one: what goes on falling does not fall on the head there. */
async function stepOut(body: Body, signal: AbortSignal): Promise<void> {
  const { controls, feet } = body
  const beside = SIDES.map(([dx, dz]) => feet.offset(dx, 0, dz)).find((place) =>
    canStandAt(body, place),
  )
  if (!beside) return
  const middle = beside.offset(0.5, body.eye.y - body.position.y, 0.5)
  await controls.lookAt(middle)
  await walkOnto(body, middle, OUT, STEP_TICKS, signal)
}
