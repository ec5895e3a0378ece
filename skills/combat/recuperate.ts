import { type Outcome, succeeded } from '#goal/outcome'
import { perform, type Skill, type SkillContext } from '../core/skill.ts'
import { bestFood, eat } from '../items/eat.ts'
import { threats } from '../pursuit/threats.ts'
import { digIn } from '../survival/shelter.ts'

/** Health at which one comes out again. */
const WELL = 18
/** Food level below which no wound heals. */
const HEALING_FOOD = 18
/** A monster in sight that is nearer than this has got in (blocks). */
const TOO_NEAR = 3
/** How long a wound may take to heal a little more (ticks). */
const HEAL_TICKS = 120

/** Digs in and stays until wounds are healed, or would heal no more for want of food. */
export const recuperate: Skill<null> = {
  name: 'recuperate',
  effect: 'wounds are healed as far as there is food for it',
  budget: () => 2400,
  precondition: () => null,
  async run(context): Promise<Outcome> {
    const { body, signal } = context
    const { vitals } = body
    await digIn(context)
    for (;;) {
      if (bestFood(context) && vitals.food < HEALING_FOOD) await perform(context, eat, null)
      const { health } = vitals
      if (health >= WELL || !canHeal(context)) return succeeded
      const changed = () => vitals.health !== health || threats(context, TOO_NEAR).length > 0
      if (!(await body.until(changed, HEAL_TICKS, signal)) || vitals.health < health)
        return succeeded
    }
  },
}

/** Whether there is enough in the stomach, or to eat, for wounds to heal. */
export function canHeal(context: Pick<SkillContext, 'body' | 'registry' | 'agentState'>): boolean {
  return context.body.vitals.food >= HEALING_FOOD || bestFood(context) !== undefined
}
