import { GoalNear } from '../src/body/navigation/goal.ts'
import { travel, travelFar } from '../src/body/navigation/travel.ts'
import { failed, type Outcome, succeeded } from '../src/goal/outcome.ts'
import type { Death } from './agent-state.ts'
import { collect } from './collect.ts'
import { perform, type Skill, type SkillWorld } from './skill.ts'
import { skyAbove } from './surface.ts'

/** Longest that the way may take (ticks), and one leg of it: without a pickaxe rock takes forever. */
const WORTH_TICKS = 3000
const WORTH_LEG_TICKS = 900
/** Dropped things are gone after 6,000 ticks. */
const LIFETIME = 5000
/** What is soon made again is worth a short way at once, and none later (ticks). */
const CHEAP_LEG_TICKS = 350
const CHEAP_LIFETIME = 200
const DEAR = /diamond|iron|gold|emerald|obsidian|bucket|shears/
const PICKUP_RANGE = 10
/** How often one may have died within some blocks of a place and still go back there. */
const MOST_DEATHS = 2
const SAME_PLACE = 14

/** Goes back to the place of death for what was dropped there. */
export const retrieveDrops: Skill<null> = {
  name: 'retrieve-drops',
  effect: 'what was dropped at the place of death is in the inventory again',
  budget: () => WORTH_TICKS,
  precondition(context) {
    const { body, agentState, registry } = context
    const death = agentState.unvisited
    const lifetime = death && isDear(death) ? LIFETIME : CHEAP_LIFETIME
    if (!death || body.clock.tick - death.tick > lifetime)
      return { kind: 'not-found', detail: 'nothing worth it was left at a place of death' }
    const { place } = death
    const here = agentState.deaths.filter((other) => other.place.distanceTo(place) < SAME_PLACE)
    if (here.length > MOST_DEATHS)
      return { kind: 'unreachable', detail: `died ${here.length} times at the same place` }
    const { x, y, z } = place.floored()
    if (skyAbove(context, x, y, z) || body.tools.choose(registry.blockState('stone')).harvests)
      return null
    return { kind: 'missing-tool', detail: 'without a pickaxe there is no way back up' }
  },
  async run(context): Promise<Outcome> {
    const { body, signal, agentState } = context
    const death = agentState.unvisited
    if (!death) return succeeded
    const place = death.place.floored()
    const worth = isDear(death) ? WORTH_LEG_TICKS : CHEAP_LEG_TICKS
    const arrival = await travelFar(body, place, 4, signal, { worth })
    const goal = new GoalNear(place.x, place.y, place.z, 4)
    const arrived =
      arrival === 'arrived' || (await travel(body, goal, signal, { worth })) === 'arrived'
    agentState.unvisited = undefined
    if (!arrived) return failed('unreachable', 'the place of death cannot be got to')
    return perform(context, collect, { range: PICKUP_RANGE })
  },
}

function isDear({ lost }: Death): boolean {
  return Object.keys(lost).some((item) => DEAR.test(item))
}

/** Whether to go back for what was lost now. */
export function isWorthRetrieving(world: SkillWorld): boolean {
  return retrieveDrops.precondition(world, null) === null
}
