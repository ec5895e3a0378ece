import type { Vec3 } from 'vec3'
import type { Body } from './body.ts'
import { BOT } from './bot.ts'
import { digBlock, wouldFlood } from './dig.ts'
import { GoalNear } from './navigation/goal.ts'
import { travel } from './navigation/travel.ts'
import { aimAt } from './sight.ts'

/** Limit on blocks to remove from the line of sight. */
const MAX_OBSTACLES = 4

/**
 * Turns to a block. If another block hides it, the agent digs that block, or moves closer.
 * @returns whether the line of sight to the block is free.
 */
export async function face(body: Body, block: Vec3, signal: AbortSignal): Promise<boolean> {
  for (let obstacles = 0; obstacles < MAX_OBSTACLES; obstacles++) {
    const aim = aimAt(body, block)
    if ('point' in aim) {
      await body[BOT].lookAt(aim.point, true)
      return true
    }
    const { diggable } = body.traitsAt(aim.blockedBy)
    const cleared =
      diggable && !wouldFlood(body, aim.blockedBy) && (await digBlock(body, aim.blockedBy, signal))
    if (!cleared) await travel(body, new GoalNear(block.x, block.y, block.z, 1.6), signal)
  }
  return false
}
