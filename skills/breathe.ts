import { travel } from '../src/body/travel.ts'
import { failed, type Outcome, succeeded } from '../src/goal/outcome.ts'
import type { Skill } from './skill.ts'

/** Who does not rise for so long has something overhead (ticks). */
const STALLED_TICKS = 12

/** Swims up for air, and digs up where something is overhead. */
export const breathe: Skill<null> = {
  name: 'breathe',
  effect: 'the head is out of the water',
  budget: () => 240,
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
    const airy = (x: number, y: number, z: number) => body.traits(x, y + 1, z).open
    await travel(
      body,
      { wet: true, reached: airy, distance: (x, y, z) => (airy(x, y, z) ? 0 : 2) },
      signal,
      { until: dry, limit: 3000 },
    )
    return dry() ? succeeded : failed('unreachable', 'no air in reach')
  },
}
