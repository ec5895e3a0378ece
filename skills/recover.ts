import { near, travel, travelFar } from '../src/body/travel.ts'
import { collect } from './collect.ts'
import { failed, type SkillResult, succeeded } from './failure.ts'
import { perform, type Skill } from './skill.ts'

/** Dropped things are gone after 6,000 ticks; a way that takes longer is not worth going. */
const WORTH_TICKS = 3000
/** Without a pickaxe rock takes for ever: such a leg of the way is not worth going either (ticks). */
const WORTH_LEG_TICKS = 900
const PICKUP_RANGE = 10

/** Goes back to the place of death for what was dropped there. */
export const recover: Skill<null> = {
  name: 'recover',
  effect: 'what was dropped at the place of death is in the inventory again',
  budget: () => WORTH_TICKS,
  precondition: ({ journal }) =>
    journal.deathPlace
      ? null
      : { kind: 'not-found', detail: 'nothing was left at a place of death' },
  async run(context): Promise<SkillResult> {
    const { body, signal, journal } = context
    const place = journal.deathPlace?.floored()
    if (!place) return succeeded
    const arrival = await travelFar(body, place, 4, signal, { worth: WORTH_LEG_TICKS })
    const arrived =
      arrival === 'arrived' ||
      (await travel(body, near(place, 4), signal, { worth: WORTH_LEG_TICKS })) === 'arrived'
    journal.deathPlace = undefined
    if (!arrived) return failed('unreachable', 'the place of death cannot be got to')
    return perform(context, collect, { range: PICKUP_RANGE })
  },
}
