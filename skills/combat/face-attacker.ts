import { failed, type Outcome, succeeded } from '#goal/outcome'
import type { Skill, SkillContext } from '../core/skill.ts'
import { moveOutOfDanger } from '../moving/move-elsewhere.ts'
import { threats } from '../pursuit/threats.ts'
import { blockLine, entrench } from './take-cover.ts'

/** How far away attackers are looked for (blocks). */
const LOOK_RANGE = 16
/** A body weaker than this walls itself in against what it does not see. */
const WEAK = 12
/** Whom a wall did not keep from hitting again so soon is got away from: it may shoot from below or above (ticks). */
const AGAIN_TICKS = 300
/** Where such a one is thought to be (blocks). */
const BEYOND = 6
/** What the eyes take to see what is there (ticks). */
const LOOK_TICKS = 2

/**
 * Turns to where the last blow came from; where nobody is to be seen there, it puts blocks in the way of the next, and
 * leaves when that was in vain.
 */
export const faceAttacker: Skill<null> = {
  name: 'face-attacker',
  effect: 'who dealt the last blow is in sight, or a wall is between',
  budget: () => 500,
  precondition: () => null,
  async run(context): Promise<Outcome> {
    const { body, signal } = context
    const blow = body.damageLog.last
    if (!blow) return succeeded
    body.release()
    await body.controls.lookAt(body.eye.plus(blow.from))
    await body.wait(LOOK_TICKS, signal)
    if (threats(context, LOOK_RANGE).length > 0) return succeeded
    await blockLine(context, body.eye.plus(blow.from.scaled(LOOK_RANGE)))
    if (hasJustBeenHit(context)) {
      body.dangers.fledFrom(body.position.plus(blow.from.scaled(BEYOND)))
      await moveOutOfDanger(context)
    } else if (body.vitals.health < WEAK) await entrench(context, blow.from.scaled(LOOK_RANGE))
    return failed('unreachable', 'nobody to be seen where the blow came from')
  },
}

/** Whether nobody was to be seen at the blow before, either, a moment ago; notes when this one was. */
function hasJustBeenHit({ body, agentState }: SkillContext): boolean {
  return agentState.combat.recordUnseenHit(body.clock.tick) < AGAIN_TICKS
}
