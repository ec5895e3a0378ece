import type { Vec3 } from 'vec3'
import { ticksBetween } from '#body/navigation/estimate'
import { GoalNear } from '#body/navigation/goal'
import { travel, travelFar } from '#body/navigation/travel'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { perform, type Skill, type SkillContext, type SkillWorld } from '../core/skill.ts'
import { collect } from '../items/collect.ts'
import { isJunk } from '../items/discard.ts'
import { skyAbove } from '../moving/surface.ts'
import type { Death } from './deaths.ts'

/** Longest that the way may take (ticks), and one leg of it: without a pickaxe rock takes forever. */
const WORTH_TICKS = 3000
const WORTH_LEG_TICKS = 900
/** Dropped things are gone after 6,000 ticks; there must be time to pick them up. */
const LIFETIME = 5500
/** How much shorter the way must be than what it takes to get the things again: what killed once may be there still. */
const RISK = 1.5
/** Who has so little of the way left goes on, however long it has taken (ticks). */
const NEARLY_THERE = 150
/** A stone by a pickaxe of stone (ticks), by which ways are estimated, and how many are dug for each level down. */
const STONE_PICKAXE_DIG_TICKS = 12
const STONES_A_LEVEL = 2
/** An open way under ground is looked for no farther than this (blocks). */
const OPEN_WAY = 24
/** So near the place of death one is there (blocks). */
const ARRIVED = 2
const PICKUP_RANGE = 10
/** How often one may have died within some blocks of a place and still go back there. */
const MOST_DEATHS = 1
const SAME_PLACE = 14

/** Goes back to the place of death for what was dropped there. */
export const retrieveDrops: Skill<null> = {
  name: 'retrieve-drops',
  effect: 'what was dropped at the place of death is in the inventory again',
  budget: () => WORTH_TICKS,
  precondition(context) {
    const { body, agentState, registry } = context
    const death = agentState.deaths.unvisited
    const way = death ? wayTicks(context, death.place) : 0
    if (!death || way * RISK > death.worth || body.clock.tick - death.tick + way > LIFETIME)
      return { kind: 'not-found', detail: 'nothing worth it was left at a place of death' }
    if (isOverdue(context, death))
      return { kind: 'not-found', detail: 'what was left is not worth more time' }
    const { place, walledOff } = death
    const here = agentState.deaths.all.filter((other) => other.place.distanceTo(place) < SAME_PLACE)
    if (here.length > MOST_DEATHS)
      return { kind: 'unreachable', detail: `died ${here.length} times at the same place` }
    if (body.tools.choose(registry.blockState('stone')).harvests) return null
    const { x, y, z } = place.floored()
    const near = place.distanceTo(body.position) <= OPEN_WAY
    if (!walledOff && (near || skyAbove(context, x, y, z))) return null
    return { kind: 'missing-tool', detail: 'without a pickaxe there is no way back' }
  },
  async run(context): Promise<Outcome> {
    const { body, signal, agentState, registry } = context
    const death = agentState.deaths.unvisited
    if (!death) return succeeded
    const place = death.place.floored()
    const worth = Math.min(WORTH_LEG_TICKS, death.worth)
    const canDig = body.tools.choose(registry.blockState('stone')).harvests
    // What breaks it off takes of its time, too.
    const sought = agentState.deaths.setOut(death, body.clock.tick)
    const options = { worth, until: () => isOverdue(context, sought) }
    const arrival = await travelFar(body, place, ARRIVED, signal, options)
    const goal = new GoalNear(place.x, place.y, place.z, ARRIVED)
    if (arrival !== 'arrived') await travel(body, goal, signal, options)
    const arrived = body.feet.distanceTo(place) <= ARRIVED
    if (arrived || canDig) agentState.deaths.close()
    else agentState.deaths.wallOff(death)
    if (!arrived) return failed('unreachable', 'the place of death cannot be got to')
    return perform(context, collect, { kinds: missed(context, death), range: PICKUP_RANGE })
  },
}

/** Whether the way has taken longer than what was lost is worth, and there is some way left. */
function isOverdue(world: SkillWorld, { place, worth, soughtSince }: Death): boolean {
  if (soughtSince === undefined) return false
  return world.body.clock.tick - soughtSince > worth && wayTicks(world, place) > NEARLY_THERE
}

/** How long the way back takes, with the pickaxe that there is (ticks). */
function wayTicks({ body, registry }: SkillWorld, place: Vec3): number {
  const { harvests, ticks } = body.tools.choose(registry.blockState('stone'))
  const slower = harvests ? Math.max(0, ticks - STONE_PICKAXE_DIG_TICKS) : 0
  const levels = Math.max(0, body.feet.y - place.y)
  return ticksBetween(body.feet, place) + slower * STONES_A_LEVEL * levels
}

/** What was lost, without the junk. */
function missed(context: SkillContext, { lost }: Death): ReadonlySet<string> {
  return new Set(Object.keys(lost).filter((kind) => !isJunk(context, kind)))
}

/** Whether to go back for what was lost now. */
export function isWorthRetrieving(world: SkillWorld): boolean {
  return retrieveDrops.precondition(world, null) === null
}
