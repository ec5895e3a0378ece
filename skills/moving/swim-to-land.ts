import { canStandAt } from '#body/navigation/footing'
import { travelFar } from '#body/navigation/travel-far'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import type { Skill } from '../core/skill.ts'

/** Distance from the known place at which the way ends (blocks). */
const ARRIVED = 3

/** Swims to the nearest land that the agent has stood on, or to land on the way there. */
export const swimToLand: Skill<null> = {
  name: 'swim-to-land',
  effect: 'the feet are on dry ground',
  budget: () => 4000,
  precondition: ({ body, agentState }) =>
    body.footing.inWater && agentState.exploration.viewpoints.length > 0
      ? null
      : { kind: 'not-found', detail: 'no known land to swim to' },
  async run({ body, signal, agentState }): Promise<Outcome> {
    const isDry = () => body.footing.onGround && canStandAt(body, body.feet)
    const [land] = agentState.exploration.viewpoints
      .map(({ place }) => place)
      .toSorted((a, b) => a.distanceTo(body.position) - b.distanceTo(body.position))
    if (land) await travelFar(body, land, ARRIVED, signal, { until: isDry })
    return isDry() ? succeeded : failed('unreachable', 'no land within reach')
  },
}
