import type { NavigationGoal } from '#body/navigation/goal'
import { travel } from '#body/navigation/travel'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import type { Skill } from '../core/skill.ts'

/** A body that does not rise in this time has a block above it (ticks). */
const STALLED_TICKS = 12

/** Swims up for air, and digs through blocks above. */
export const breathe: Skill<null> = {
  name: 'breathe',
  effect: 'the head is out of the water',
  budget: () => 1200,
  precondition: () => null,
  async run({ body, signal }): Promise<Outcome> {
    const dry = () => !body.traitsAt(body.eye.floored()).water
    for (let height = Number.NEGATIVE_INFINITY; body.position.y > height && !dry(); ) {
      height = body.position.y
      body.controls.press({ jump: true })
      await body.until(dry, STALLED_TICKS, signal)
    }
    body.release()
    if (dry()) return succeeded
    const isEnd: NavigationGoal['isEnd'] = ({ x, y, z }) => body.traits(x, y + 1, z).open
    const air: NavigationGoal = { isEnd, heuristic: (node) => (isEnd(node) ? 0 : 2) }
    await travel(body, air, signal, { until: dry, limit: 3000 })
    return dry() ? succeeded : failed('unreachable', 'no air within reach')
  },
}
