import { evadePlayer } from '../combat/evade-player.ts'
import { assailants, isMenacing } from '../pursuit/assailants.ts'
import type { Reflex } from './reflex.ts'

/** The agent evades a player for this long after an attack, wherever the player is (ticks). */
const FELT_TICKS = 20
/** The agent keeps away from a player that attacked recently (blocks). */
const RANGE = 6

export const evadePlayerReflex: Reflex = {
  name: 'evade-player',
  description:
    'Run from a player that attacked the agent seriously, or wall itself in. The agent never hits back.',
  urgency: 84,
  rest: 60,
  wokenByWounds: true,
  skill: evadePlayer,
  when(context) {
    const { body, agentState } = context
    const { lastAssault } = agentState.combat
    if (!lastAssault || !isMenacing(context, lastAssault.by)) return undefined
    const isFresh = body.clock.tick - lastAssault.tick <= FELT_TICKS
    const near = isFresh || assailants(context, RANGE).some(({ visible }) => visible)
    return near ? `attacked by ${lastAssault.by}` : undefined
  },
}
