import type { Body } from '#body/body'
import { ticksBetween } from '#body/navigation/estimate'
import { canStandAt } from '#body/navigation/footing'
import { EASY_DIG } from '#body/navigation/travel'
import { travelFar } from '#body/navigation/travel-far'
import type { KnownEntity } from '#perception/world-memory'
import type { SkillContext } from '../core/skill.ts'
import { survey } from '../moving/look-around.ts'

/** Within this distance on open ground the agent runs straight at its target (blocks). */
const STRAIGHT_RANGE = 12
const STRIDE = 0.5
/** The agent plans a new path after following one for this long, because the target moves (ticks). */
const REPLAN_TICKS = 30
const ROUTE_LIMIT = 2000
const CHASE_TICKS = 500
/** A path ends this close to the target (blocks). */
const CLOSE = 1.6
/** Time within which perception notices a distant mob (ticks). */
const NOTICE_TICKS = 8
/** An agent that runs on from here would end up inside the entity, where it does not see it (blocks). */
const MIN_GAP = 1
/** An agent that gets this much closer in a tick is not stopped (blocks), and one stopped for longer takes a path (ticks). */
const MOVING = 0.02
const STOPPED_TICKS = 5
/** The agent sprints above this food level, as players do. */
const MIN_FOOD_TO_SPRINT = 6

/** Runs after a visible entity until `caught` holds; false when it escaped, or the agent lost sight of it. */
export async function chase(
  context: SkillContext,
  { id }: KnownEntity,
  caught: (entity: KnownEntity) => boolean,
  ticks: number,
): Promise<boolean> {
  const { body, signal } = context
  body.intent.hunt(id)
  const deadline = body.clock.tick + ticks
  const over = () => {
    const entity = inSight(context, id)
    return !entity || caught(entity) || body.clock.tick > deadline
  }
  while (body.clock.tick <= deadline) {
    const entity = inSight(context, id)
    if (!entity) return false
    if (caught(entity)) return true
    if (await runStraight(context, entity, over)) continue
    const planned = body.clock.tick
    const arrival = await travelFar(body, entity.position, CLOSE, signal, {
      until: () => over() || body.clock.tick - planned > REPLAN_TICKS,
      limit: ROUTE_LIMIT,
      slowestDig: EASY_DIG,
    })
    if (arrival !== 'arrived') return false
    if (body.clock.tick === planned) await body.wait(1, signal)
  }
  return false
}

/**
 * Runs after an entity until `caught` holds, and to its last known position while it is out of sight. False when there is
 * no path to it, or the agent does not see it from there either.
 */
export async function pursue(
  context: SkillContext,
  known: KnownEntity,
  caught: (entity: KnownEntity) => boolean,
  ticks: number,
): Promise<boolean> {
  const { body, memory, signal } = context
  const { id } = known
  body.intent.hunt(id)
  let { position } = known
  const deadline = body.clock.tick + ticks
  while (body.clock.tick <= deadline && !memory.isGone(id)) {
    const entity = inSight(context, id)
    if (entity) {
      if (await chase(context, entity, caught, deadline - body.clock.tick)) return true
      if (inSight(context, id)) return false
    }
    position = memory.entity(id)?.position ?? position
    const appears = () => inSight(context, id) !== undefined || memory.isGone(id)
    await travelFar(body, position, CLOSE, signal, {
      until: () => appears() || body.clock.tick > deadline,
      limit: ROUTE_LIMIT,
      slowestDig: EASY_DIG,
    })
    if (!appears()) await survey(context)
    if (!(await body.until(appears, NOTICE_TICKS, signal))) return false
  }
  return false
}

/** Time limit of a pursuit, including the walk to the target's last known position (ticks). */
export function chaseTicks({ body }: SkillContext, { position }: KnownEntity): number {
  return CHASE_TICKS + ticksBetween(body.feet, position)
}

/** Runs straight at an entity over flat, free ground until `caught` holds; false when the agent does not reach it. */
export async function charge(
  context: SkillContext,
  { id }: KnownEntity,
  caught: (entity: KnownEntity) => boolean,
  ticks: number,
): Promise<boolean> {
  const { body } = context
  body.intent.hunt(id)
  const deadline = body.clock.tick + ticks
  const over = () => {
    const entity = inSight(context, id)
    return !entity || caught(entity) || body.clock.tick > deadline
  }
  const entity = inSight(context, id)
  if (entity) await runStraight(context, entity, over)
  const reached = inSight(context, id)
  return reached !== undefined && caught(reached)
}

/** The current state of an entity; undefined while it is out of sight. */
export function inSight({ memory }: SkillContext, id: number): KnownEntity | undefined {
  const entity = memory.entity(id)
  return entity?.visible ? entity : undefined
}

/**
 * Runs straight at an entity while it is visible and `canCharge` holds.
 * @returns whether the agent ran at all, and no block that it does not see stopped it.
 */
async function runStraight(
  context: SkillContext,
  { id }: KnownEntity,
  over: () => boolean,
): Promise<boolean> {
  const { body, signal } = context
  let ran = false
  let stopped = 0
  try {
    while (!over()) {
      const entity = inSight(context, id)
      if (!entity || !canCharge(body, entity)) break
      ran = true
      await body.controls.lookAt(entity.position.offset(0, entity.height * 0.7, 0))
      const { x, z } = entity.position.minus(body.position)
      const forward = Math.hypot(x, z) > MIN_GAP
      const sprint = forward && body.vitals.food > MIN_FOOD_TO_SPRINT
      body.controls.press({ forward, sprint })
      const before = body.position.clone()
      await body.wait(1, signal)
      stopped = forward && body.position.xzDistanceTo(before) < MOVING ? stopped + 1 : 0
      if (stopped > STOPPED_TICKS) return false
    }
  } finally {
    body.release()
  }
  return ran
}

/** Whether the ground between the agent and an entity is short, flat and free. */
export function canCharge(body: Body, { position }: KnownEntity): boolean {
  const delta = position.minus(body.position)
  const length = Math.hypot(delta.x, delta.z)
  if (length > STRAIGHT_RANGE || Math.abs(delta.y) > 1) return false
  const { y } = body.feet
  for (let gone = 0; gone <= length; gone += STRIDE) {
    const x = Math.floor(body.position.x + (delta.x / Math.max(length, 0.1)) * gone)
    const z = Math.floor(body.position.z + (delta.z / Math.max(length, 0.1)) * gone)
    if (!canStandAt(body, { x, y, z })) return false
  }
  return true
}
