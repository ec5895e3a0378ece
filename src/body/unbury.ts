import type { Body } from './body.ts'
import { digBlock } from './dig.ts'

/** How often what lies loose overhead comes down again before it is given up. */
const MAX_FALLS = 24
/** Time that the next block gets to come down (ticks). */
const FALL_TICKS = 4

/** Whether the head is inside a block that lets nobody breathe: it is all that a screen shows then. */
export function isBuried({ bot, blocks, eye }: Body): boolean {
  return blocks.traits(bot.blockAt(eye)?.stateId ?? 0).blocksLight
}

/**
 * Digs away what has come down on the body, or was put where it had drifted to: nobody walks or
 * breathes in there.
 */
export async function unbury(body: Body, signal: AbortSignal): Promise<void> {
  const buried = () => {
    const head = body.eye.floored()
    return [head, head.offset(0, -1, 0)].find((position) => {
      const { floor, diggable } = body.traitsAt(position)
      return floor && diggable
    })
  }
  for (let falls = 0; falls < MAX_FALLS; falls++) {
    const position = buried()
    if (!position) return
    await digBlock(body, position, signal)
    await body.until(() => buried() !== undefined, FALL_TICKS, signal)
  }
}
