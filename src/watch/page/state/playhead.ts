import { TICKS_PER_SECOND } from './game-time.ts'

/** Share of a live view's lag that is left after one second. */
const LAG_LEFT = 0.02

/** A live view with a greater lag (ticks) jumps to the end. */
const MAX_LAG = 1_200

/** The tick that the page shows, and how it advances. */
export interface Playhead {
  readonly tick: number
  readonly isPlaying: boolean
  /** Whether it follows the newest tick of a running trial. */
  readonly isLive: boolean
  /** Speed of a replay, in multiples of real time. */
  readonly speed: number
}

/** The playhead after some seconds of wall-clock time, given the last known tick. */
export function advance(head: Playhead, seconds: number, end: number): Playhead {
  if (head.isLive) return { ...head, tick: following(head.tick, seconds, end) }
  if (!head.isPlaying) return head
  const tick = Math.min(end, head.tick + seconds * TICKS_PER_SECOND * head.speed)
  return { ...head, tick, isPlaying: tick < end }
}

function following(tick: number, seconds: number, end: number): number {
  if (end - tick > MAX_LAG || end < tick) return end
  const rest = (end - tick) * LAG_LEFT ** seconds
  return rest < 1 ? end : end - rest
}
