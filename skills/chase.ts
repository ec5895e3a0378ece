import type { Body } from '../src/body/body.ts'
import { GoalNear } from '../src/body/navigation/goal.ts'
import { travel } from '../src/body/navigation/travel.ts'
import type { KnownEntity } from '../src/perception/world-memory.ts'
import type { SkillContext } from './skill.ts'

/** Nearer than this, on open ground, one runs straight at it (blocks). */
const STRAIGHT_RANGE = 12
const STRIDE = 0.5
/** A way over land is planned again once the animal has gone on for so long (ticks). */
const REPLAN_TICKS = 30
const ROUTE_LIMIT = 2000
const LEAST_FOOD_TO_SPRINT = 6

/**
 * Runs after something that moves until `caught` holds; false when it got away, or is not to be seen
 * where it was last.
 */
export async function chase(
  context: SkillContext,
  { id }: KnownEntity,
  caught: (entity: KnownEntity) => boolean,
  ticks: number,
): Promise<boolean> {
  const { body, memory, signal } = context
  body.intent.hunt(id)
  const deadline = body.clock.tick + ticks
  const target = () => inSight(context, id)
  const over = () => {
    const entity = target()
    return !entity || caught(entity) || body.clock.tick > deadline
  }
  while (body.clock.tick <= deadline) {
    const entity = target()
    if (entity && caught(entity)) return true
    const place = memory.entity(id)?.position
    if (!place) return false
    if (entity && (await runStraight(context, entity, over))) continue
    const planned = body.clock.tick
    const stale = () => over() || (entity && body.clock.tick - planned > REPLAN_TICKS)
    const arrival = await travel(body, new GoalNear(place.x, place.y, place.z, 1.6), signal, {
      until: () => stale() === true,
      limit: ROUTE_LIMIT,
    })
    if (arrival !== 'arrived' || !target()) return false
  }
  return false
}

/** Runs at something over flat, free ground until `caught` holds; false when that does not lead to it. */
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

/** An entity where it is now, by its id; undefined while it is out of sight. */
export function inSight({ memory }: SkillContext, id: number): KnownEntity | undefined {
  const entity = memory.entity(id)
  return entity?.visible ? entity : undefined
}

/** Whether one could run at something from here. */
export function canCharge(body: Body, entity: KnownEntity): boolean {
  return isFlatTo(body, entity)
}

/**
 * Runs right at it while it is in sight and the ground between is flat and free.
 * @returns whether it ran at all.
 */
async function runStraight(
  context: SkillContext,
  { id }: KnownEntity,
  over: () => boolean,
): Promise<boolean> {
  const { body, signal } = context
  let ran = false
  try {
    while (!over()) {
      const entity = inSight(context, id)
      if (!entity || !isFlatTo(body, entity)) break
      ran = true
      await body.controls.lookAt(entity.position.offset(0, entity.height * 0.7, 0))
      body.controls.press({ forward: true, sprint: body.vitals.food > LEAST_FOOD_TO_SPRINT })
      await body.wait(1, signal)
    }
  } finally {
    body.release()
  }
  return ran
}

function isFlatTo(body: Body, { position }: KnownEntity): boolean {
  const delta = position.minus(body.position)
  const length = Math.hypot(delta.x, delta.z)
  if (length > STRAIGHT_RANGE || Math.abs(delta.y) > 1) return false
  const { y } = body.feet
  for (let gone = 0; gone <= length; gone += STRIDE) {
    const x = Math.floor(body.position.x + (delta.x / Math.max(length, 0.1)) * gone)
    const z = Math.floor(body.position.z + (delta.z / Math.max(length, 0.1)) * gone)
    const free = body.traits(x, y, z).open && body.traits(x, y + 1, z).open
    if (!free || !body.traits(x, y - 1, z).floor) return false
  }
  return true
}
