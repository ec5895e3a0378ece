import type { Body } from '../body.ts'
import { crosshair, digBlock, wouldFlood } from '../dig.ts'
import { holdBackLiquids } from '../liquids.ts'
import { CENTRED, moveInto } from './footing.ts'

/** Time to stand up, and for the server to know it (ticks). */
const RISE_TICKS = 4

/**
 * Ends crawling by digging the block above the agent.
 * @returns whether the agent stands, or has room to stand.
 */
export async function rise(body: Body, signal: AbortSignal): Promise<boolean> {
  if (!body.posture.crawling) return true
  const { feet } = body
  await moveInto(body, feet, signal, CENTRED)
  body.release()
  const over = feet.offset(0, 1, 0)
  body.vision.examine(over.x, over.y, over.z)
  const isSafe = body.traitsAt(over).diggable && !wouldFlood(body, over) && crosshair(body, over)
  if (!isSafe || !(await digBlock(body, over, signal))) return false
  await holdBackLiquids(body, over, signal)
  return body.until(() => !body.posture.crawling, RISE_TICKS, signal)
}
