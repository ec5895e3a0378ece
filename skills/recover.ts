import { near, travelFar, travel } from '../src/body/travel.ts'
import { collect } from './collect.ts'
import { failed, succeeded, type SkillResult } from './failure.ts'
import { perform, type Skill } from './skill.ts'

/** Dropped things are gone after 6,000 ticks; a way that takes longer is not worth going. */
const WORTH_TICKS = 3000
const PICKUP_RANGE = 10

/** Goes back to the place of death for what was dropped there. */
export const recover: Skill<null> = {
  name: 'recover',
  effect: 'what was dropped at the place of death is in the inventory again',
  budget: () => WORTH_TICKS,
  precondition: ({ journal }) =>
    journal.deathPlace ? null : { kind: 'not-found', detail: 'nothing was left at a place of death' },
  async run(context): Promise<SkillResult> {
    const { body, signal, journal } = context
    const place = journal.deathPlace
    journal.deathPlace = undefined
    if (!place) return succeeded
    const arrival = await travelFar(body, place.floored(), 4, signal)
    const arrived = arrival === 'arrived' || (await travel(body, near(place.floored(), 4), signal)) === 'arrived'
    if (!arrived) return failed('unreachable', 'the place of death cannot be got to')
    return perform(context, collect, { range: PICKUP_RANGE })
  },
}
