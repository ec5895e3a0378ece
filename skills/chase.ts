import type { Entity } from 'prismarine-entity'
import type { Body } from '../src/body/body.ts'
import { GoalNear } from '../src/body/navigation/goal.ts'
import { travel } from '../src/body/navigation/travel.ts'
import type { KnownEntity } from '../src/perception/world-memory.ts'
import type { SkillContext } from './skill.ts'

/** Nearer than this, on open ground, one runs straight at it (blocks). */
const STRAIGHT_RANGE = 12
const STRIDE = 0.5
/** A way over land is planned anew once the animal has gone on for so long (ticks). */
const REPLAN_TICKS = 30
const ROUTE_LIMIT = 2000
const LEAST_FOOD_TO_SPRINT = 6

/**
 * Runs after something that moves until `caught` holds; false when it got away, or is not to be seen
 * where it was last.
 */
export async function chase(
  context: SkillContext,
  { id, kind }: KnownEntity,
  caught: (entity: Entity) => boolean,
  ticks: number,
): Promise<boolean> {
  const { body, memory, signal } = context
  body.intent.hunt(id)
  const deadline = body.clock.tick + ticks
  const known = () => memory.entities([kind], body.position).find((one) => one.id === id)
  const target = () => (known()?.visible ? body.bot.entities[id] : undefined)
  const over = () => {
    const entity = target()
    return !entity || caught(entity) || body.clock.tick > deadline
  }
  while (body.clock.tick <= deadline) {
    const entity = target()
    if (entity && caught(entity)) return true
    const place = entity?.position ?? known()?.position
    if (!place) return false
    if (entity && (await runStraight(body, entity, over, signal))) continue
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
  known: KnownEntity,
  caught: (entity: Entity) => boolean,
  ticks: number,
): Promise<boolean> {
  const { body, signal } = context
  body.intent.hunt(known.id)
  const deadline = body.clock.tick + ticks
  const entity = body.bot.entities[known.id]
  if (!entity) return false
  const isSeen = () => isInSight(context, known)
  const over = () => !isSeen() || caught(entity) || body.clock.tick > deadline
  await runStraight(body, entity, over, signal)
  return isSeen() && caught(entity)
}

/** Whether something that is known of is in sight now. */
export function isInSight({ body, memory }: SkillContext, { id, kind }: KnownEntity): boolean {
  return memory.entities([kind], body.position).some((one) => one.id === id && one.visible)
}

/** Whether one could run at something from here. */
export function canCharge(body: Body, entity: Entity): boolean {
  return isFlatTo(body, entity)
}

/** Runs right at it while the ground between is flat and free; false when it is not. */
async function runStraight(
  body: Body,
  entity: Entity,
  over: () => boolean,
  signal: AbortSignal,
): Promise<boolean> {
  const { bot } = body
  let ran = false
  try {
    while (!over() && isFlatTo(body, entity)) {
      ran = true
      await bot.lookAt(entity.position.offset(0, (entity.height ?? 1) * 0.7, 0), true)
      bot.setControlState('forward', true)
      bot.setControlState('sprint', bot.food > LEAST_FOOD_TO_SPRINT)
      await body.wait(1, signal)
    }
  } finally {
    body.release()
  }
  return ran
}

function isFlatTo(body: Body, { position }: Entity): boolean {
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
