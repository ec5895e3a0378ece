import { inReach } from '#body/dig'
import { GoalReach } from '#body/navigation/goal'
import { EASY_DIG, travel } from '#body/navigation/travel'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { isRock } from '#knowledge/ground'
import { knownBlocks } from '../core/known-sources.ts'
import { perform, type Skill } from '../core/skill.ts'
import { digShaft, SOIL_DEPTH, standsOnSoil } from './dig-shaft.ts'
import { stepOntoSoil } from './step-onto-soil.ts'

/** Time to dig a shaft down to stone, and the maximum time worth walking to known stone (ticks). */
const SHAFT_TICKS = 100
const WORTH_TICKS = 200

export interface GoToStoneArgs {
  /** Blocks to dig there. */
  readonly kinds: readonly string[]
}

/** Goes to stone before there is a pickaxe, so that the crafting table stands where the next tools are made. */
export const goToStone: Skill<GoToStoneArgs> = {
  name: 'go-to-stone',
  effect: 'stone is within reach',
  budget: () => 600,
  precondition: (_, { kinds }) =>
    kinds.some(isRock) ? null : { kind: 'not-found', detail: 'the blocks to dig are not stone' },
  async run(context, { kinds }): Promise<Outcome> {
    const { body, signal } = context
    const nearest = () => knownBlocks(context, kinds, 1)[0]
    const isAtHand = () => {
      const known = nearest()
      return known !== undefined && inReach(body, known.position)
    }
    if (isAtHand()) return succeeded
    const { position, ticks } = nearest() ?? { ticks: Number.POSITIVE_INFINITY }
    if (ticks > SHAFT_TICKS && (await stepOntoSoil(context))) {
      if (isAtHand()) return succeeded
      const shaft = { levels: SOIL_DEPTH, until: isAtHand, through: standsOnSoil }
      const sunk = await perform(context, digShaft, shaft)
      if (isAtHand() || !sunk.ok) return sunk
      return failed('not-found', 'no stone under the soil')
    }
    if (!position || ticks > WORTH_TICKS) return failed('not-found', 'no stone nearby')
    const options = { until: isAtHand, slowestDig: EASY_DIG }
    const arrival = await travel(body, new GoalReach(position), signal, options)
    return arrival === 'arrived' ? succeeded : failed('unreachable', 'no way to the stone')
  },
}
