import type { SkillResult } from './failure.ts'
import { failed, succeeded } from './failure.ts'
import { travel } from '../src/body/travel.ts'
import type { Skill } from './skill.ts'

/** Swims up for air, and digs up where something is overhead. */
export const breathe: Skill<null> = {
  name: 'breathe',
  effect: 'the head is out of the water',
  budget: () => 240,
  precondition: () => null,
  async run({ body, signal }): Promise<SkillResult> {
    const dry = () => !body.traitsAt(body.eye.floored()).water
    body.bot.setControlState('jump', true)
    const surfaced = await body.until(dry, 50, signal)
    body.release()
    if (!surfaced) {
      const airy = (x: number, y: number, z: number) => body.traits(x, y + 1, z).open
      await travel(
        body,
        { wet: true, reached: airy, distance: (x, y, z) => (airy(x, y, z) ? 0 : 2) },
        signal,
        { until: dry, limit: 3000 },
      )
    }
    return dry() ? succeeded : failed('unreachable', 'no air in reach')
  },
}
