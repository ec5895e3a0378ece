import { Vec3 } from 'vec3'
import type { Body } from '../body.ts'
import { BOT } from '../bot.ts'
import { digBlock, inReach } from '../dig.ts'
import { unbury } from '../unbury.ts'
import { GoalNear, GoalNearXZ, GoalReach, type NavigationGoal } from './goal.ts'
import { isCalm } from './ground-line.ts'
import { rise } from './rise.ts'
import { groundOf } from './stride.ts'
import { navigationView } from './view-of-body.ts'
import { followRoute } from './walk.ts'

/** How a journey ended. */
export type Arrival = 'arrived' | 'unreachable' | 'timeout'

/** How often a route is planned again before the goal is given up. */
const MAX_TRIES = 8
/** How many times longer than planned a journey may take, and what it may take beside (ticks). */
const SLACK = 3
const GRACE_TICKS = 1800
/** How long a step that would not go is left out of routes (ticks). */
const LEAVE_TICKS = 300
/** What a body that has just left the ground takes to come down a little way (ticks). */
const LANDING_TICKS = 4
/** How far a body goes that gets itself loose (blocks). */
const UNSTUCK = 2
/** Soil and leaves by hand, and stone with a pickaxe, take no longer to dig (ticks). */
export const EASY_DIG = 30
/** A goal farther away than this is approached by way of points in between (blocks). */
const LEG = 28

export interface TravelOptions {
  /** Most places that route planning looks at. */
  readonly limit?: number
  /** Ends the journey early. */
  readonly until?: () => boolean
  /** A way that would take longer is not gone (ticks). */
  readonly worth?: number
  /** Blocks that take longer to dig are gone around (ticks). */
  readonly slowestDig?: number
}

/**
 * Brings the feet to a goal through whatever lies between, planning again when something came in
 * between or more is known. Ends by itself: when its time is up, or when again and again it comes no
 * nearer.
 */
export async function travel(
  body: Body,
  goal: NavigationGoal,
  signal: AbortSignal,
  options: TravelOptions = {},
): Promise<Arrival> {
  const { clock } = body
  let deadline = clock.tick + GRACE_TICKS
  const overdue = () => clock.tick > deadline
  const done = () => goal.isEnd(body.feet) || options.until?.() === true
  let failures = 0
  let hasWaited = false
  let nearest = Number.POSITIVE_INFINITY
  while (!done()) {
    if (overdue()) return 'timeout'
    if (failures >= MAX_TRIES) return 'unreachable'
    await steady(body, signal)
    await rise(body, signal)
    await unbury(body, signal)
    const view = navigationView(body, options.slowestDig)
    const route = body.navigator.plan(body.feet, goal, view, options.limit)
    if (route.ticks > (options.worth ?? Number.POSITIVE_INFINITY)) return 'unreachable'
    if (route.steps.length === 0) {
      if (done()) return 'arrived'
      if (hasWaited) return 'unreachable'
      // Just over an edge there is no step to take, nor from what was come down on unseen; and who finds no way must not
      // ask for ever within one tick.
      await body.controls.lookAt(body.position.offset(0, -1, 0))
      await body.wait(LANDING_TICKS, signal)
      hasWaited = true
      continue
    }
    const begun = clock.tick
    deadline = Math.max(deadline, begun + GRACE_TICKS + route.ticks * SLACK)
    const routeFailure = await followRoute(body, route, signal, () => done() || overdue())
    const left = goal.heuristic(body.feet)
    // A way that is at its end at once, and not at the goal, would be planned forever.
    const stagnant = clock.tick === begun || (!route.complete && left >= nearest - 1)
    const hasFailed = routeFailure !== undefined && routeFailure.failure !== 'changed'
    if (hasFailed || stagnant) failures++
    if (hasFailed && routeFailure.failure !== 'unsafe') {
      const { step } = routeFailure
      if (failures > 1) body.avoided.add(new Vec3(step.x, step.y, step.z), LEAVE_TICKS)
      await unstick(body, failures, signal)
    }
    nearest = Math.min(nearest, left)
  }
  return 'arrived'
}

/** Waits until the body stands, swims or holds on to a ladder, so that a plan starts from where it really is. */
function steady(body: Body, signal: AbortSignal): Promise<boolean> {
  return body.until(
    () => body.footing.onGround || body.footing.inWater || body.traitsAt(body.feet).climbable,
    20,
    signal,
  )
}

/** Gets a wedged body loose: lets go, digs itself out of a block, steps back, hops. */
async function unstick(body: Body, attempt: number, signal: AbortSignal): Promise<void> {
  body.release()
  const inside = body.position.floored()
  if (isWithin(body, inside)) await digBlock(body, inside, signal)
  if (attempt < 2) return
  const bot = body[BOT]
  // Sneaking feet do not slip.
  const brink = !isCalm(groundOf(body), body.feet, UNSTUCK)
  await bot.look(bot.entity.yaw + attempt, 0, true)
  bot.setControlState('sneak', brink)
  bot.setControlState('back', true)
  bot.setControlState('jump', !brink && attempt % 2 === 0)
  try {
    await body.wait(6, signal)
  } finally {
    body.release()
  }
  await body.wait(4, signal)
}

/** Whether the middle of the body is below the top of what is at its feet. */
function isWithin(body: Body, place: Vec3): boolean {
  const { x, y, z } = body.position.minus(place)
  return body
    .traitsAt(place)
    .boxes.some(
      (box) =>
        box[0] < x && box[3] > x && box[2] < z && box[5] > z && box[1] <= y && box[4] > y + 0.01,
    )
}

/** Goes far over land by legs that route planning can cover. */
export async function travelFar(
  body: Body,
  place: Vec3,
  range: number,
  signal: AbortSignal,
  options: TravelOptions = {},
): Promise<Arrival> {
  let stalled = 0
  while (horizontalDistance(body.feet, place) > LEG) {
    if (options.until?.()) return 'arrived'
    const before = horizontalDistance(body.feet, place)
    const share = LEG / before
    const point = body.feet.plus(place.minus(body.feet).scaled(share))
    const arrival = await travel(body, new GoalNearXZ(point.x, point.z, 5), signal, options)
    if (horizontalDistance(body.feet, place) > before - 4 && ++stalled >= 2)
      return arrival === 'arrived' ? 'unreachable' : arrival
  }
  return travel(body, new GoalNear(place.x, place.y, place.z, range), signal, options)
}

function horizontalDistance(a: Vec3, b: Vec3): number {
  return Math.hypot(a.x - b.x, a.z - b.z)
}

/** Goes to where a block can be dug or used. */
export function travelToReach(body: Body, block: Vec3, signal: AbortSignal): Promise<Arrival> {
  body.intent.aimAt(block)
  return travel(body, new GoalReach(block), signal, { until: () => inReach(body, block) })
}
