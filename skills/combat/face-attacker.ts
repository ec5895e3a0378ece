import { failed, type Outcome, succeeded } from '#goal/outcome'
import type { Skill, SkillContext } from '../core/skill.ts'
import { moveOutOfDanger } from '../moving/move-elsewhere.ts'
import { noteAssault } from '../pursuit/assailants.ts'
import { threats } from '../pursuit/threats.ts'
import { isFightable } from './defend.ts'
import { blockLine, entrench } from './take-cover.ts'

/** The agent looks for attackers within this distance (blocks). */
const LOOK_RANGE = 16
/** Below this health the agent walls itself in against an attacker that it cannot see. */
const WEAK = 12
/** The agent leaves when it is hit again within this time: the attacker may shoot from below or above (ticks). */
const AGAIN_TICKS = 300
/** Assumed distance of such an attacker (blocks). */
const BEYOND = 6
/** Time until the agent has seen what is there (ticks). */
const LOOK_TICKS = 2

/**
 * Turns to where the last attack came from. If the agent sees no monster or player there, it blocks the line of sight, and leaves
 * when that does not help.
 */
export const faceAttacker: Skill<null> = {
  name: 'face-attacker',
  effect: 'the attacker is in sight, or a block is in its line of sight',
  budget: () => 500,
  precondition: () => null,
  async run(context): Promise<Outcome> {
    const { body, agentState, signal } = context
    const blow = body.damageLog.last
    if (!blow) return succeeded
    body.release()
    await body.controls.lookAt(body.eye.plus(blow.from))
    await body.wait(LOOK_TICKS, signal)
    const monsters = threats(context, LOOK_RANGE)
    noteAssault(context, monsters)
    const isPlayer = agentState.combat.lastAssault?.tick === blow.tick
    for (const monster of monsters)
      if (monster.shoots && !isFightable(context, monster))
        body.dangers.fledFrom(monster.known.position)
    // The agent cannot fight what hits it from around a corner.
    if (isPlayer || monsters.some((monster) => monster.visible || isFightable(context, monster)))
      return succeeded
    await blockLine(context, body.eye.plus(blow.from.scaled(LOOK_RANGE)))
    if (hasJustBeenHit(context)) {
      body.dangers.fledFrom(body.position.plus(blow.from.scaled(BEYOND)))
      const { tick } = body.clock
      // An attacker that comes along is behind the agent, and worth turning to.
      await moveOutOfDanger(context, () => (body.damageLog.last?.tick ?? 0) > tick)
    } else if (body.vitals.health < WEAK) await entrench(context, blow.from.scaled(LOOK_RANGE))
    return failed('unreachable', 'no attacker in sight')
  },
}

/** Whether another unseen attacker hit the agent a moment ago; remembers when this one did. */
function hasJustBeenHit({ body, agentState }: SkillContext): boolean {
  return agentState.combat.recordUnseenHit(body.clock.tick) < AGAIN_TICKS
}
