import { inReach } from '#body/dig'
import { GoalReach } from '#body/navigation/goal'
import { EASY_DIG, travel } from '#body/navigation/travel'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { isRock } from '#knowledge/ground'
import { knownBlocks } from '../core/known-sources.ts'
import { perform, type Skill } from '../core/skill.ts'
import { digShaft, SOIL_DEPTH, standsOnSoil } from './dig-shaft.ts'

/** What it takes to sink a shaft down to rock, and how far away known rock is worth the way (ticks). */
const SHAFT_TICKS = 100
const WORTH_TICKS = 200

export interface GoToStoneArgs {
  /** Kinds of blocks that are to be dug there. */
  readonly kinds: readonly string[]
}

/** Goes to rock before there is a pickaxe, so that the table stands where the next tools are made, too. */
export const goToStone: Skill<GoToStoneArgs> = {
  name: 'go-to-stone',
  effect: 'rock is within reach',
  budget: () => 600,
  precondition: (_, { kinds }) =>
    kinds.some(isRock) ? null : { kind: 'not-found', detail: 'what is to be dug is no rock' },
  async run(context, { kinds }): Promise<Outcome> {
    const { body, signal } = context
    const nearest = () => knownBlocks(context, kinds, 1)[0]
    const isAtHand = () => {
      const known = nearest()
      return known !== undefined && inReach(body, known.position)
    }
    if (isAtHand()) return succeeded
    const { position, ticks } = nearest() ?? { ticks: Number.POSITIVE_INFINITY }
    if (ticks > SHAFT_TICKS && standsOnSoil(body)) {
      const shaft = { levels: SOIL_DEPTH, until: isAtHand, through: standsOnSoil }
      const sunk = await perform(context, digShaft, shaft)
      if (isAtHand() || !sunk.ok) return sunk
      return failed('not-found', 'no rock under the soil')
    }
    if (!position || ticks > WORTH_TICKS) return failed('not-found', 'no rock near')
    const options = { until: isAtHand, slowestDig: EASY_DIG }
    const arrival = await travel(body, new GoalReach(position), signal, options)
    return arrival === 'arrived' ? succeeded : failed('unreachable', 'no way to the rock')
  },
}
