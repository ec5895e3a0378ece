import { Vec3 } from 'vec3'
import type { Body } from '../body.ts'
import { BOT } from '../bot.ts'
import { digBlock, inReach } from '../dig.ts'
import { unbury } from '../unbury.ts'
import { GoalReach, GoalUse, type NavigationGoal } from './goal.ts'
import { isCalm } from './ground-line.ts'
import type { NavigationView } from './navigation-view.ts'
import type { Position } from './position.ts'
import { rise } from './rise.ts'
import type { RouteFailure } from './step-failure.ts'
import { groundOf } from './stride.ts'
import { navigationView } from './view-of-body.ts'
import { followRoute } from './walk.ts'

/** The result of a journey. */
export type Arrival = 'arrived' | 'unreachable' | 'timeout'

/** Limit on failed plans for one journey, and how much of one a plan counts during which the server moved the agent. */
const MAX_TRIES = 8
const MOVED_SHARE = 0.2
/** How often one step of the routes of a journey may differ from what was known before that counts as a failure. */
const MAX_CHANGES = 3
/** Time limit of a journey, as a factor of its planned duration, and in addition to it (ticks). */
const SLACK = 3
const GRACE_TICKS = 1800
/** How long routes avoid a step that failed (ticks). */
const LEAVE_TICKS = 300
/** Time for a player to land after a small fall (ticks). */
const LANDING_TICKS = 4
/** How far a stuck agent steps back (blocks). */
const UNSTUCK = 2
/** Time to dig soil and leaves by hand, and stone with a pickaxe (ticks). */
export const EASY_DIG = 30

export interface TravelOptions {
  /** Limit on positions that route planning expands. */
  readonly limit?: number
  /** Ends the journey early. */
  readonly until?: () => boolean
  /** The agent does not take a route that lasts longer (ticks). */
  readonly worth?: number
  /** The agent does not set out where no known route reaches the goal. */
  readonly isKnown?: boolean
  /** Routes avoid blocks that take longer to dig (ticks). */
  readonly slowestDig?: number
  /** Whether routes may place blocks; true by default. */
  readonly builds?: boolean
  /** Deepest fall that routes may take (blocks), where it is deeper than usual. */
  readonly maxDrop?: number
}

/**
 * Moves the agent to a goal, and plans again when the route fails or the agent has learned more. The journey ends when its
 * time is up, or when several plans bring the agent no closer.
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
  const changes = new Map<string, number>()
  /** Whether a step turned out to be different, and not the same one again and again. */
  const isNew = ({ failure, step: { x, y, z } }: RouteFailure) => {
    if (failure !== 'changed') return false
    const place = `${x},${y},${z}`
    const count = (changes.get(place) ?? 0) + 1
    changes.set(place, count)
    return count <= MAX_CHANGES
  }
  while (!done()) {
    if (overdue()) return 'timeout'
    if (failures >= MAX_TRIES) return 'unreachable'
    await steady(body, signal)
    await rise(body, signal)
    await unbury(body, signal)
    const view = viewFor(body, options)
    const route = body.navigator.plan(body.feet, goal, view, options.limit)
    if (route.ticks > (options.worth ?? Number.POSITIVE_INFINITY)) return 'unreachable'
    if (options.isKnown && !route.complete) return 'unreachable'
    if (route.steps.length === 0) {
      if (done()) return 'arrived'
      if (hasWaited) return 'unreachable'
      // Just over an edge, or on unseen ground, there may be no first step. A failed plan must take at least one tick.
      await body.controls.lookAt(body.position.offset(0, -1, 0))
      await body.wait(LANDING_TICKS, signal)
      hasWaited = true
      continue
    }
    const begun = clock.tick
    const { count: moves } = body.corrections
    deadline = Math.max(deadline, begun + GRACE_TICKS + route.ticks * SLACK)
    const routeFailure = await followRoute(body, route, signal, () => done() || overdue())
    const left = goal.heuristic(body.feet)
    // An empty route short of the goal would be planned forever, also by a caller that tries again.
    const isIdle = clock.tick === begun
    if (isIdle && !done()) await body.wait(1, signal)
    const stagnant = isIdle || (!route.complete && left >= nearest - 1)
    const isMoved = body.corrections.count > moves
    const hasFailed = routeFailure !== undefined && !isNew(routeFailure)
    if (hasFailed || stagnant) failures += isMoved ? MOVED_SHARE : 1
    if (hasFailed && routeFailure.failure !== 'unsafe') {
      const { step } = routeFailure
      if (failures > 1) body.avoided.add(new Vec3(step.x, step.y, step.z), LEAVE_TICKS)
      await unstick(body, failures, signal)
    }
    nearest = Math.min(nearest, left)
  }
  return 'arrived'
}

function viewFor(
  body: Body,
  { slowestDig, builds = true, maxDrop = 0 }: TravelOptions,
): NavigationView {
  const view = navigationView(body, slowestDig)
  return {
    ...view,
    fillerCount: builds ? view.fillerCount : 0,
    maxDrop: (y) => Math.max(maxDrop, view.maxDrop(y)),
  }
}

/** Waits until the agent stands, swims or holds a ladder, so that the plan starts from its real position. */
function steady(body: Body, signal: AbortSignal): Promise<boolean> {
  return body.until(
    () => body.footing.onGround || body.footing.inWater || body.traitsAt(body.feet).climbable,
    20,
    signal,
  )
}

/** Frees a stuck agent: it releases the keys, digs itself out of a block, steps back and jumps. */
async function unstick(body: Body, attempt: number, signal: AbortSignal): Promise<void> {
  body.release()
  const inside = body.position.floored()
  if (isWithin(body, inside)) await digBlock(body, inside, signal)
  if (attempt < 2) return
  const bot = body[BOT]
  // A sneaking player does not fall off an edge.
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

/** Whether the agent is inside the block at its feet. */
function isWithin(body: Body, place: Vec3): boolean {
  const { x, y, z } = body.position.minus(place)
  return body
    .traitsAt(place)
    .boxes.some(
      (box) =>
        box[0] < x && box[3] > x && box[2] < z && box[5] > z && box[1] <= y && box[4] > y + 0.01,
    )
}

/** Travels to where a block is within reach. */
export function travelToReach(
  body: Body,
  block: Vec3,
  signal: AbortSignal,
  options: TravelOptions = {},
): Promise<Arrival> {
  body.intent.aimAt(block)
  const until = () => inReach(body, block)
  return travel(body, new GoalReach(block), signal, { ...options, until })
}

/** Walks to where the crosshair can meet a block, or else until the block is within reach. */
export async function travelToUse(body: Body, block: Vec3, signal: AbortSignal): Promise<Arrival> {
  body.intent.aimAt(block)
  if (inReach(body, block) && body.crosshair.find(block)) return 'arrived'
  const isOpaque = ({ x, y, z }: Position) => !body.traits(x, y, z).open
  const arrival = await travel(body, new GoalUse(block, isOpaque), signal)
  return arrival === 'arrived' ? arrival : travelToReach(body, block, signal)
}
