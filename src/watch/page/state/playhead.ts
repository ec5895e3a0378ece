import { TICKS_PER_SECOND } from './game-time.ts'

/** How fast a live view closes in on what is new: the part of its lag that is left after a second. */
const LAG_LEFT = 0.02

/** A live view that is further behind than this (ticks) jumps. */
const LONGEST_LAG = 1_200

/** Which tick the page shows, and how it moves. */
export interface Playhead {
  readonly tick: number
  readonly isPlaying: boolean
  /** Follows the newest tick of a trial that is running. */
  readonly isLive: boolean
  /** Times real time, where it does not follow. */
  readonly speed: number
}

/** Where the playhead is after some wall-clock seconds, given the last tick that is known. */
export function advance(head: Playhead, seconds: number, end: number): Playhead {
  if (head.isLive) return { ...head, tick: following(head.tick, seconds, end) }
  if (!head.isPlaying) return head
  const tick = Math.min(end, head.tick + seconds * TICKS_PER_SECOND * head.speed)
  return { ...head, tick, isPlaying: tick < end }
}

function following(tick: number, seconds: number, end: number): number {
  if (end - tick > LONGEST_LAG || end < tick) return end
  const rest = (end - tick) * LAG_LEFT ** seconds
  return rest < 1 ? end : end - rest
}
