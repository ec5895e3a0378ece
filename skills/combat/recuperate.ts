import { type Outcome, succeeded } from '#goal/outcome'
import { perform, type Skill, type SkillContext } from '../core/skill.ts'
import { bestFood, eat } from '../items/eat.ts'
import { threats } from '../pursuit/threats.ts'
import { digIn } from '../survival/shelter.ts'

/** Health at which the agent leaves its shelter. */
const HEALTHY = 18
/** Lowest food level at which health regenerates. */
const HEALING_FOOD = 18
/** A monster in sight within this distance has entered the shelter (blocks). */
const TOO_NEAR = 3
/** Health that does not rise for this long does not regenerate any more (ticks). */
const HEAL_TICKS = 120

/** Digs in and stays until the agent is healthy, or cannot regenerate more health for lack of food. */
export const recuperate: Skill<null> = {
  name: 'recuperate',
  effect: 'the agent is as healthy as its food allows',
  budget: () => 2400,
  precondition: () => null,
  async run(context): Promise<Outcome> {
    const { body, signal } = context
    const { vitals } = body
    await digIn(context)
    for (;;) {
      if (bestFood(context) && vitals.food < HEALING_FOOD) await perform(context, eat, null)
      const { health } = vitals
      if (health >= HEALTHY || !canHeal(context)) return succeeded
      const changed = () => vitals.health !== health || threats(context, TOO_NEAR).length > 0
      if (!(await body.until(changed, HEAL_TICKS, signal)) || vitals.health <= health)
        return succeeded
    }
  },
}

/** Whether health regenerates, now or once the agent has eaten what it carries. */
export function canHeal(context: Pick<SkillContext, 'body' | 'registry' | 'agentState'>): boolean {
  return context.body.vitals.food >= HEALING_FOOD || bestFood(context) !== undefined
}
