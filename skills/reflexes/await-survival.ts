import { failed, type Outcome, succeeded } from '#goal/outcome'
import type { Skill } from '../core/skill.ts'
import type { Reflex } from './reflex.ts'

/** Longest wait at once (ticks). */
const WAIT_TICKS = 1200

/** Waits until the agent is in survival mode again. */
const waitForSurvival: Skill<null> = {
  name: 'await-survival',
  effect: 'the agent is in survival mode',
  budget: () => WAIT_TICKS,
  precondition: () => null,
  async run({ body, signal }): Promise<Outcome> {
    const isOver = await body.until(() => body.game.mode === 'survival', WAIT_TICKS, signal)
    return isOver ? succeeded : failed('timeout', `still in ${body.game.mode} mode`)
  },
}

export const awaitSurvival: Reflex = {
  name: 'await-survival',
  description: 'Wait while others keep the agent out of survival mode.',
  urgency: 78,
  rest: 1,
  skill: waitForSurvival,
  when: ({ body, agentState }) =>
    agentState.hasSurvived && body.game.mode !== 'survival' ? body.game.mode : undefined,
}
