import type { Body } from '#body/body'
import type { NavigationGoal } from '#body/navigation/goal'
import { travel } from '#body/navigation/travel'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import type { Skill } from '../core/skill.ts'

/** A body that does not rise in this time has a block above it (ticks). */
const STALLED_TICKS = 12
/** Air that is enough, of 20, and time to get it at the surface (ticks). */
const ENOUGH_AIR = 16
const BREATH_TICKS = 80

/** Swims up for air, digs through blocks above, and takes a breath. */
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
    if (!dry()) {
      const isEnd: NavigationGoal['isEnd'] = ({ x, y, z }) => body.traits(x, y + 1, z).open
      const air: NavigationGoal = { isEnd, heuristic: (node) => (isEnd(node) ? 0 : 2) }
      await travel(body, air, signal, { until: dry, limit: 3000 })
    }
    if (!dry()) return failed('unreachable', 'no air within reach')
    await takeBreath(body, signal)
    return succeeded
  },
}

/** Stays at the surface until there is enough air. */
async function takeBreath(body: Body, signal: AbortSignal): Promise<void> {
  body.controls.press({ jump: body.footing.inWater })
  await body.until(() => body.vitals.air >= ENOUGH_AIR, BREATH_TICKS, signal)
  body.release()
}
