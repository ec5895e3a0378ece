import type { NavigationGoal } from './goal.ts'
import { JOURNEY } from './move-costs.ts'
import type { Position } from './position.ts'

/** A goal deeper than this (blocks) lies in stone. */
const DEEP = 8

/** Lengths of the steps towards a goal (blocks), and the limit on steps of each length. */
const STRIDES = [16, 4, 1]
const MAX_STEPS = 200
const DIRECTIONS = [-1, 0, 1].flatMap((x) =>
  [-1, 0, 1].flatMap((z) => (x === 0 && z === 0 ? [] : [{ x, y: 0, z }])),
)
const UPWARD = { x: 0, y: 1, z: 0 }
const DOWNWARD = { x: 0, y: -1, z: 0 }

/**
 * Estimates the time to a goal (ticks) by its horizontal and vertical distance, without looking at the blocks between.
 */
export function estimateTicks(from: Position, goal: NavigationGoal): number {
  if (goal.isEnd(from)) return 0
  const { across, up, down, left } = distanceTo(from, goal)
  return ticksFor(across + left, up, down)
}

/** Estimates the time between two places (ticks). */
export function ticksBetween(from: Position, to: Position): number {
  const rise = to.y - from.y
  const across = Math.hypot(to.x - from.x, to.z - from.z)
  return ticksFor(across, Math.max(0, rise), Math.max(0, -rise))
}

function ticksFor(across: number, up: number, down: number): number {
  const pace = down > DEEP ? JOURNEY.acrossStone : JOURNEY.across
  return JOURNEY.startAndStop + across * pace + up * JOURNEY.up + down * JOURNEY.down
}

/**
 * The horizontal, upward and downward distance to a goal (blocks), by steepest descent of its heuristic. `left` is the
 * heuristic of the place where no step decreases it.
 */
function distanceTo(from: Position, goal: NavigationGoal) {
  let place = from
  let far = goal.heuristic(from)
  for (const stride of STRIDES) {
    for (let step = 0; step < MAX_STEPS && far > 0 && !goal.isEnd(place); step++) {
      let best: { place: Position; far: number; rate: number } | undefined
      for (const direction of [...DIRECTIONS, UPWARD, DOWNWARD]) {
        const next = {
          x: place.x + direction.x * stride,
          y: place.y + direction.y * stride,
          z: place.z + direction.z * stride,
        }
        const left = goal.heuristic(next)
        const rate = (far - left) / lengthOf(direction)
        if (rate > (best?.rate ?? 1e-6)) best = { place: next, far: left, rate }
      }
      if (!best) break
      place = best.place
      far = best.far
    }
  }
  const height = place.y - from.y
  return {
    across: Math.hypot(place.x - from.x, place.z - from.z),
    up: Math.max(0, height),
    down: Math.max(0, -height),
    left: goal.isEnd(place) ? 0 : far,
  }
}

function lengthOf({ x, y, z }: Position): number {
  return Math.hypot(x, y, z)
}
