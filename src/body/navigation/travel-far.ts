import type { Vec3 } from 'vec3'
import type { Body } from '../body.ts'
import { GoalNear, GoalNearXZ, type NavigationGoal } from './goal.ts'
import { type Arrival, EASY_DIG, type TravelOptions, travel } from './travel.ts'

/** A journey to a farther goal leads over waypoints (blocks). */
const LEG = 28
/** How near the agent comes to a waypoint (blocks). */
const NEAR = 5
/** A leg that brings the agent no closer than this has failed (blocks). */
const PROGRESS = 4
/** Failed legs, even with digging, before the agent gives up. */
const STALLED = 2
/** Directions in which the agent walks around an obstacle, against that of the goal (degrees), the best first. */
const ASIDE = [60, 100]
/** A detour must lead this far (blocks), and a journey has at most this many. */
const DETOUR = 10
const MAX_DETOURS = 6

export interface FarOptions extends TravelOptions {
  /** The journey leads straight, without detours around obstacles. */
  readonly isStraight?: boolean
}

/**
 * Travels far over land, by waypoints within the range of route planning. Where a cliff or the like blocks the way and takes long
 * to dig through, as rock does without a pickaxe, the agent first tries to walk around it.
 */
export async function travelFar(
  body: Body,
  place: Vec3,
  range: number,
  signal: AbortSignal,
  { isStraight = false, ...options }: FarOptions = {},
): Promise<Arrival> {
  const easy = { ...options, slowestDig: Math.min(options.slowestDig ?? EASY_DIG, EASY_DIG) }
  const first = isStraight ? options : easy
  const walk = (degrees: number) => travel(body, waypoint(body.feet, place, degrees), signal, first)
  const isOver = () => options.until?.() === true
  let detours = isStraight ? MAX_DETOURS : 0
  let side = 1
  /** Walks along an obstacle, on the same side as before, so that the agent does not go back and forth. */
  const walkAside = async () => {
    const start = body.feet
    for (const way of [side, -side])
      for (const angle of ASIDE) {
        side = way
        await walk(angle * way)
        if (body.feet.xzDistanceTo(start) >= DETOUR) return true
        if (isOver()) return false
      }
    return false
  }
  let stalled = 0
  while (body.feet.xzDistanceTo(place) > LEG) {
    if (isOver()) return 'arrived'
    const before = body.feet.xzDistanceTo(place)
    const isStuck = () => body.feet.xzDistanceTo(place) > before - PROGRESS
    let arrival = await walk(0)
    if (!isStuck() || isOver()) continue
    if (detours < MAX_DETOURS && (await walkAside())) {
      detours++
      continue
    }
    if (first.slowestDig !== options.slowestDig)
      arrival = await travel(body, waypoint(body.feet, place, 0), signal, options)
    if (isStuck() && ++stalled >= STALLED) return arrival === 'arrived' ? 'unreachable' : arrival
  }
  return travel(body, new GoalNear(place.x, place.y, place.z, range), signal, options)
}

/** A leg's end in a direction, turned to the right of the goal's (degrees). */
function waypoint(from: Vec3, to: Vec3, degrees: number): NavigationGoal {
  const turn = (degrees * Math.PI) / 180
  const ahead = to.minus(from).scaled(LEG / from.xzDistanceTo(to))
  const x = from.x + ahead.x * Math.cos(turn) - ahead.z * Math.sin(turn)
  const z = from.z + ahead.x * Math.sin(turn) + ahead.z * Math.cos(turn)
  return new GoalNearXZ(x, z, NEAR)
}
