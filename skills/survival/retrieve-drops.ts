import type { Vec3 } from 'vec3'
import { ticksBetween } from '#body/navigation/estimate'
import { GoalNear } from '#body/navigation/goal'
import { travel } from '#body/navigation/travel'
import { travelFar } from '#body/navigation/travel-far'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { perform, type Skill, type SkillContext, type SkillWorld } from '../core/skill.ts'
import { collect } from '../items/collect.ts'
import { isJunk } from '../items/discard.ts'
import { DEEP, goDown } from '../mining/go-down.ts'
import { skyAbove } from '../moving/surface.ts'
import type { Death } from './deaths.ts'

/** Time limit of the way back, and of one leg of it (ticks): without a pickaxe, digging through stone takes very long. */
const WORTH_TICKS = 3000
const WORTH_LEG_TICKS = 900
/** Item entities despawn after 6,000 ticks; the rest is time to pick them up. */
const LIFETIME = 5500
/** Replacing the items must take this much longer than the way back: the cause of death may still be there. */
const RISK = 1.5
/** The agent does not give up with only this much of the way left (ticks). */
const NEARLY_THERE = 150
/** Time to dig a stone with a stone pickaxe, which estimates of ways assume (ticks), and stones dug per level down. */
const STONE_PICKAXE_DIG_TICKS = 12
const STONES_A_LEVEL = 2
/** Without a pickaxe, the agent looks for an open way underground within this distance (blocks). */
const OPEN_WAY = 24
/** The agent has arrived within this distance of the place of death (blocks). */
const ARRIVED = 2
const PICKUP_RANGE = 10
/** The agent does not return to a place where it died more often than this, within some blocks. */
const MAX_DEATHS = 1
const SAME_PLACE = 14

/** Returns to the place of death for the items that the agent dropped there. */
export const retrieveDrops: Skill<null> = {
  name: 'retrieve-drops',
  effect: 'the items dropped at the place of death are in the inventory again',
  budget: () => WORTH_TICKS,
  precondition(context) {
    const { body, agentState, registry } = context
    const death = agentState.deaths.unvisited
    const way = death ? wayTicks(context, death.place) : 0
    if (
      !death ||
      way * RISK > worthOf(context, death) ||
      body.clock.tick - death.tick + way > LIFETIME
    )
      return { kind: 'not-found', detail: 'no items worth returning for at a place of death' }
    if (isOverdue(context, death))
      return { kind: 'not-found', detail: 'the dropped items are not worth more time' }
    const { place, walledOff } = death
    const here = agentState.deaths.all.filter((other) => other.place.distanceTo(place) < SAME_PLACE)
    if (here.length > MAX_DEATHS)
      return { kind: 'unreachable', detail: `died ${here.length} times at the same place` }
    const { harvests, ticks } = body.tools.choose(registry.blockState('stone'))
    if (harvests && ticks > STONE_PICKAXE_DIG_TICKS && body.feet.y - place.y > DEEP)
      return { kind: 'missing-tool', detail: 'no stone pickaxe for the way down' }
    if (harvests) return null
    const { x, y, z } = place.floored()
    const near = place.distanceTo(body.position) <= OPEN_WAY
    if (!walledOff && (near || skyAbove(context, x, y, z))) return null
    return { kind: 'missing-tool', detail: 'no way back without a pickaxe' }
  },
  async run(context): Promise<Outcome> {
    const { body, signal, agentState, registry } = context
    const death = agentState.deaths.unvisited
    if (!death) return succeeded
    const place = death.place.floored()
    const worth = Math.min(WORTH_LEG_TICKS, worthOf(context, death))
    const canDig = body.tools.choose(registry.blockState('stone')).harvests
    // The limit counts from the first attempt, interruptions included.
    const sought = agentState.deaths.setOut(death, body.clock.tick)
    const options = { worth, until: () => isOverdue(context, sought) }
    if (canDig && body.feet.y - place.y > DEEP) await goDown(context, place, options)
    const arrival = await travelFar(body, place, ARRIVED, signal, options)
    const goal = new GoalNear(place.x, place.y, place.z, ARRIVED)
    if (arrival !== 'arrived') await travel(body, goal, signal, options)
    const arrived = body.feet.distanceTo(place) <= ARRIVED
    if (arrived || canDig) agentState.deaths.close()
    else agentState.deaths.wallOff(death)
    if (!arrived) return failed('unreachable', 'cannot reach the place of death')
    return perform(context, collect, { kinds: missed(context, death), range: PICKUP_RANGE })
  },
}

/** Whether the way has taken longer than the lost items are worth, with some of it still left. */
function isOverdue(world: SkillWorld, death: Death): boolean {
  const { place, soughtSince } = death
  if (soughtSince === undefined) return false
  const ticks = world.body.clock.tick - soughtSince
  return ticks > worthOf(world, death) && wayTicks(world, place) > NEARLY_THERE
}

/** Estimated time to replace what the agent lost in a death and has not replaced yet (ticks). */
function worthOf({ body, agentState }: SkillWorld, death: Death): number {
  return agentState.deaths.worth(death, body.carried)
}

/** Estimated time of the way back with the best carried pickaxe (ticks). */
function wayTicks({ body, registry }: SkillWorld, place: Vec3): number {
  const { harvests, ticks } = body.tools.choose(registry.blockState('stone'))
  const slower = harvests ? Math.max(0, ticks - STONE_PICKAXE_DIG_TICKS) : 0
  const levels = Math.max(0, body.feet.y - place.y)
  return ticksBetween(body.feet, place) + slower * STONES_A_LEVEL * levels
}

/** Kinds of the lost items, except junk. */
function missed(context: SkillContext, { lost }: Death): ReadonlySet<string> {
  return new Set(Object.keys(lost).filter((kind) => !isJunk(context, kind)))
}

/** Whether the agent should return for lost items now. */
export function isWorthRetrieving(world: SkillWorld): boolean {
  return retrieveDrops.precondition(world, null) === null
}
