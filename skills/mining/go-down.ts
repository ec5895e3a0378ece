import type { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import { GoalNearXZ, type NavigationGoal } from '#body/navigation/goal'
import type { Position } from '#body/navigation/position'
import { type TravelOptions, travel } from '#body/navigation/travel'
import { travelFar } from '#body/navigation/travel-far'
import { perform, type SkillContext } from '../core/skill.ts'
import { digShaft, standsOnDiggable } from './dig-shaft.ts'

/** A place this much lower is reached down a shaft, which ends above it (blocks). */
export const DEEP = 8
const ABOVE = 3
/** The agent has arrived above the place within this distance (blocks). */
const ARRIVED = 2
/** The agent begins so many shafts, and goes so many levels by stairs from one that is not safe to the next. */
const MAX_SHAFTS = 4
const STAIRS = 4
/** Within this distance, the agent no longer walks by waypoints (blocks). */
const LEG = 28

/**
 * Goes over land to above a place far below, and sinks a shaft, which digs a third of what stairs do. The agent needs a pickaxe.
 */
export async function goDown(
  context: SkillContext,
  place: Vec3,
  options: TravelOptions = {},
): Promise<void> {
  const { body, signal } = context
  const isOver = () => options.until?.() === true
  const isNear = () => isOver() || body.feet.xzDistanceTo(place) <= LEG
  await travelFar(body, place, ARRIVED, signal, { ...options, until: isNear })
  await travel(body, new GoalNearXZ(place.x, place.z, ARRIVED), signal, options)
  for (let shafts = 0; shafts < MAX_SHAFTS && !isOver(); shafts++) {
    const levels = body.feet.y - place.y - ABOVE
    if (levels <= 0) return
    const shaft = { levels, until: isOver, through: standsOnDiggable }
    if ((await perform(context, digShaft, shaft)).ok) return
    await goDownStairs(body, place, signal, options)
  }
}

/** Goes a few levels down beside a place where a shaft is not safe. */
async function goDownStairs(
  body: Body,
  place: Vec3,
  signal: AbortSignal,
  options: TravelOptions,
): Promise<void> {
  const lower = body.feet.y - STAIRS
  const aside = ({ x, z }: Position) => Math.hypot(x - place.x, z - place.z) / 2
  const goal: NavigationGoal = {
    heuristic: (node) => Math.max(0, node.y - lower) + aside(node),
    isEnd: (node) => node.y <= lower,
  }
  await travel(body, goal, signal, options)
}
