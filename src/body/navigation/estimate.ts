import type { Goal } from './goal.ts'
import type { Position } from './position.ts'

/** Ticks per block of a usual way. */
const PACE = 7

/** About how long the way to a goal takes (ticks), from its distance alone. */
export function estimateTicks(from: Position, goal: Goal): number {
  return goal.heuristic(from) * PACE
}
