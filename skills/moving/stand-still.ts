import { type Outcome, succeeded } from '#goal/outcome'
import type { Skill } from '../core/skill.ts'

/** Stands still for a time (ticks), unless a reflex is due. */
export const standStill: Skill<{ readonly ticks: number }> = {
  name: 'stand-still',
  effect: 'the agent has stood still for `ticks`',
  budget: ({ ticks }) => ticks + 1,
  precondition: () => null,
  async run({ body, signal }, { ticks }): Promise<Outcome> {
    body.release()
    await body.wait(ticks, signal)
    return succeeded
  },
}
