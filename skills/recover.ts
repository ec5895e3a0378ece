import { near, travel, travelFar } from '../src/body/travel.ts'
import { collect } from './collect.ts'
import { failed, type SkillResult, succeeded } from './failure.ts'
import { perform, type Skill } from './skill.ts'

/** Dropped things are gone after 6,000 ticks; a way that takes longer than this is not worth going. */
const WORTH_TICKS = 3000
/** The same for one leg of the way: without a pickaxe rock takes for ever (ticks). */
const WORTH_LEG_TICKS = 900
/** What is soon made anew is worth less (ticks). */
const CHEAP_LEG_TICKS = 350
const DEAR = /diamond|iron|gold|emerald|obsidian|bucket|shears/
const PICKUP_RANGE = 10
/** How often one may have died within some blocks of a place and still go back there. */
const MOST_DEATHS = 2
const SAME_PLACE = 14

/** Goes back to the place of death for what was dropped there. */
export const recover: Skill<null> = {
  name: 'recover',
  effect: 'what was dropped at the place of death is in the inventory again',
  budget: () => WORTH_TICKS,
  precondition({ journal }) {
    if (!journal.unvisited)
      return { kind: 'not-found', detail: 'nothing was left at a place of death' }
    const { place } = journal.unvisited
    const here = journal.deaths.filter((death) => death.place.distanceTo(place) < SAME_PLACE)
    return here.length <= MOST_DEATHS
      ? null
      : { kind: 'unreachable', detail: `died ${here.length} times at the same place` }
  },
  async run(context): Promise<SkillResult> {
    const { body, signal, journal } = context
    if (!journal.unvisited) return succeeded
    const { lost } = journal.unvisited
    const place = journal.unvisited.place.floored()
    const dear = Object.keys(lost).some((item) => DEAR.test(item))
    const worth = dear ? WORTH_LEG_TICKS : CHEAP_LEG_TICKS
    const arrival = await travelFar(body, place, 4, signal, { worth })
    const arrived =
      arrival === 'arrived' || (await travel(body, near(place, 4), signal, { worth })) === 'arrived'
    journal.unvisited = undefined
    if (!arrived) return failed('unreachable', 'the place of death cannot be got to')
    return perform(context, collect, { range: PICKUP_RANGE })
  },
}
