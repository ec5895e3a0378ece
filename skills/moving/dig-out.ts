import { isBuried, unbury } from '#body/unbury'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import type { Skill } from '../core/skill.ts'

/** Digs away sand or gravel that buries the head. */
export const digOut: Skill<null> = {
  name: 'dig-out',
  effect: 'the head is not inside a block',
  budget: () => 200,
  precondition: () => null,
  async run({ body, signal }): Promise<Outcome> {
    body.release()
    await unbury(body, signal)
    return isBuried(body) ? failed('unreachable', 'still buried') : succeeded
  },
}
