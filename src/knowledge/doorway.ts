import type { Box } from './collision-shape.ts'
import { PLAYER_WIDTH } from './player-size.ts'

/** A door or gate. */
export interface Doorway {
  /** Whether a player can open and close it by hand. Others need redstone. */
  readonly byHand: boolean
  /** Whether it blocks movement along each axis in this state. */
  readonly barsX: boolean
  readonly barsZ: boolean
}

const DOORWAY = /_door$|_fence_gate$|^fence_gate$/
const NEEDS_POWER = /^iron_/

/** The doorway of a block state, by its shape; undefined for other kinds. */
export function doorwayOf(name: string, boxes: readonly Box[]): Doorway | undefined {
  if (!DOORWAY.test(name)) return undefined
  return {
    byHand: !NEEDS_POWER.test(name),
    barsX: bars(boxes, 2),
    barsZ: bars(boxes, 0),
  }
}

/** Whether boxes leave too little room for a player on an axis. */
function bars(boxes: readonly Box[], across: 0 | 2): boolean {
  if (boxes.length === 0) return false
  const from = Math.min(...boxes.map((box) => box[across]))
  const to = Math.max(...boxes.map((box) => box[across + 3] ?? 0))
  return Math.max(from, 1 - to) < PLAYER_WIDTH
}
