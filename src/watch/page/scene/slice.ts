import type { RecordingPosition } from '../../recording-format.ts'
import type { Cut } from '../mesher/messages.ts'

/** Distance that the agent goes towards or away from the viewer until the cut turns (blocks). */
const TURN_AFTER = 5

/** Share of the distance along the other axis that counts against a turn. */
const OTHER_WEIGHT = 1.5

/** Shortest time between two turns (s). */
const TURN_PAUSE = 3

/** A longer step is a teleport and is not counted (blocks). */
const MAX_STEP = 4

/** A longer step is a jump in the recording, after which the cut is placed anew (blocks). */
const MAX_JUMP = 12

/** Distance that the agent must have gone for its heading to count (blocks). */
const MIN_HEADING = 1.5

/** How far the agent must enter a neighbouring layer before the cut follows (blocks). */
const HOLD = 0.15

/** A direction or position without its height. */
interface Horizontal {
  readonly x: number
  readonly z: number
}

/**
 * The cut that shows an underground agent from the side, as behind the glass of an ant farm. It exposes the agent's layer, and
 * turns so that the agent moves along the cut rather than into it.
 */
export class Slice {
  #cut: Cut | null = null
  #last: RecordingPosition | null = null
  /** Distance towards or away from the viewer since the last turn, less what the agent went sideways (blocks). */
  #inward = 0
  #sinceTurn = 0

  /**
   * Follows the agent.
   * @param toCamera Horizontal direction from the agent to the camera.
   * @param heading Where the agent has gone recently (blocks).
   * @returns The cut; null for an agent that is not underground.
   */
  update(
    pos: RecordingPosition,
    isUnderground: boolean,
    seconds: number,
    toCamera: Horizontal,
    heading: Horizontal,
  ): Cut | null {
    const last = this.#last
    this.#last = pos
    this.#sinceTurn += seconds
    if (!isUnderground) {
      this.#cut = null
      return null
    }
    const isJump = last !== null && Math.hypot(pos.x - last.x, pos.z - last.z) > MAX_JUMP
    if (!this.#cut || isJump) return this.#place(firstAxis(toCamera, heading), pos, toCamera)
    const { axis } = this.#cut
    const other = axis === 'x' ? 'z' : 'x'
    if (last) this.#walk(Math.abs(pos[axis] - last[axis]), Math.abs(pos[other] - last[other]))
    if (this.#inward > TURN_AFTER && this.#sinceTurn > TURN_PAUSE)
      return this.#place(other, pos, toCamera)
    const ahead = pos[axis] - this.#cut.layer
    if (ahead < -HOLD || ahead > 1 + HOLD)
      this.#cut = { ...this.#cut, layer: Math.floor(pos[axis]) }
    return this.#cut
  }

  #walk(inward: number, sideways: number): void {
    if (inward > MAX_STEP || sideways > MAX_STEP) return
    this.#inward = Math.max(0, this.#inward + inward - OTHER_WEIGHT * sideways)
  }

  #place(axis: Cut['axis'], pos: RecordingPosition, toCamera: Horizontal): Cut {
    this.#inward = 0
    this.#sinceTurn = 0
    this.#cut = { axis, layer: Math.floor(pos[axis]), side: toCamera[axis] < 0 ? -1 : 1 }
    return this.#cut
  }
}

/** The axis across the agent's way or, for an agent that goes nowhere, towards the camera. */
function firstAxis(toCamera: Horizontal, heading: Horizontal): Cut['axis'] {
  if (Math.hypot(heading.x, heading.z) > MIN_HEADING)
    return Math.abs(heading.x) > Math.abs(heading.z) ? 'z' : 'x'
  return Math.abs(toCamera.x) > Math.abs(toCamera.z) ? 'x' : 'z'
}

/** Whether a cut hides a position. */
export function isCutAway({ axis, layer, side }: Cut, at: Horizontal): boolean {
  return side > 0 ? at[axis] >= layer + 1 : at[axis] < layer
}

/** Direction from a cut to its viewer (radians; 0 is south). */
export function facingOf({ axis, side }: Cut): number {
  if (axis === 'x') return (side * Math.PI) / 2
  return side > 0 ? 0 : Math.PI
}
