import { Vec3 } from 'vec3'
import { SIDES } from '#geometry/neighbours'
import type { BlockTraits } from '#knowledge/block-traits'
import { PLAYER_HALF_WIDTH } from '#knowledge/player-size'
import type { Body } from './body.ts'
import { BOT } from './bot.ts'
import { digBlock } from './dig.ts'
import { canStandAt, walkOnto } from './navigation/footing.ts'

/** Limit on falling blocks to dig from overhead. */
const MAX_FALLS = 24
/** Time for the next block to fall (ticks). */
const FALL_TICKS = 10

/** A body in it hardly moves. */
const COBWEB = 'cobweb'

/** Time to walk out to the side (ticks). */
const STEP_TICKS = 20
/** Distance from the middle of the head within which a block suffocates the player (blocks; from the game). */
const HEAD_REACH = 0.8 * PLAYER_HALF_WIDTH
/** Distance from the centre of a block at which the head has left all others (blocks). */
const OUT = 0.5 - HEAD_REACH

/** Whether the head touches a block that suffocates the player, which fills the player's screen. */
export function isBuried(body: Body): boolean {
  return buriedIn(body) !== undefined
}

/** The place of a block that suffocates the player; undefined for none. */
function buriedIn(body: Body): Vec3 | undefined {
  const { x, y, z } = body.eye
  for (let bx = Math.floor(x - HEAD_REACH); bx <= Math.floor(x + HEAD_REACH); bx++)
    for (let bz = Math.floor(z - HEAD_REACH); bz <= Math.floor(z + HEAD_REACH); bz++) {
      const place = new Vec3(bx, Math.floor(y), bz)
      if (felt(body, place).blocksLight) return place
    }
  return undefined
}

/** The agent feels the block that it is stuck in, even unseen. */
function felt({ [BOT]: bot, blocks }: Body, position: Vec3): BlockTraits {
  return blocks.traits(bot.blockAt(position)?.stateId ?? 0)
}

/**
 * Digs out an agent that is stuck in a cobweb, or in blocks that fell on it or were placed where it stands.
 */
export async function unbury(body: Body, signal: AbortSignal): Promise<void> {
  const isStuckIn = (position: Vec3) => {
    const { floor, diggable, name } = felt(body, position)
    return (floor && diggable) || name === COBWEB
  }
  const buried = () => {
    const head = body.eye.floored()
    const cells = body.posture.crawling ? [head] : [head, head.offset(0, -1, 0)]
    return cells.find(isStuckIn) ?? buriedIn(body)
  }
  const first = buried()
  // A cobweb holds the body until it is cut.
  if (first && felt(body, first).floor) await stepOut(body, signal)
  for (let falls = 0; falls < MAX_FALLS; falls++) {
    const position = buried()
    if (!position) return
    await digBlock(body, position, signal)
    // The head comes first, because a block around it obstructs the line of sight to the feet.
    await body.until(() => isStuckIn(body.eye.floored()), FALL_TICKS, signal)
  }
}

/** Walks to the middle of its own place, or out to an open side if there is one: no further block falls on the head there. */
async function stepOut(body: Body, signal: AbortSignal): Promise<void> {
  const { controls, feet } = body
  const places = [feet, ...SIDES.map(([dx, dz]) => feet.offset(dx, 0, dz))]
  const beside = places.find((place) => canStandAt(body, place))
  if (!beside) return
  const middle = beside.offset(0.5, body.eye.y - body.position.y, 0.5)
  await controls.lookAt(middle)
  await walkOnto(body, middle, OUT, STEP_TICKS, signal)
}
