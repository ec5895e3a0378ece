import { succeeded } from '#goal/outcome'
import { perform, type Skill, type SkillContext } from '../core/skill.ts'

/** Steps of a full turn; what the screen shows overlaps from one to the next. */
const QUARTERS = 4
/** How far up the eyes look (radians): the ground before the feet comes into view, and hills do. */
const PITCH = -0.2

/** Turns once around, to see what is there on all sides. */
export const lookAround: Skill<null> = {
  name: 'look-around',
  effect: 'what is in sight on all sides is known',
  budget: () => 40,
  precondition: () => null,
  async run({ body, signal }) {
    const { yaw } = body.controls
    body.release()
    for (let quarter = 1; quarter <= QUARTERS; quarter++) {
      await body.controls.look(yaw + (quarter * 2 * Math.PI) / QUARTERS, PITCH)
      await body.wait(1, signal)
    }
    return succeeded
  },
}

/** Turns once around, unless the eyes see all around anyway. */
export async function survey(context: SkillContext): Promise<void> {
  if (!context.body.eyes.omnidirectional) await perform(context, lookAround, null)
}
