import type { Vec3 } from 'vec3'
import type { NavigationGoal } from '#body/navigation/goal'
import { travel } from '#body/navigation/travel'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { perform, type Skill, type SkillWorld } from '../core/skill.ts'
import { swimOut } from '../moving/swim-out.ts'

/** Water farther away is of no use: the fire of lava lasts 300 ticks (blocks). */
const RANGE = 12
/** Number of known blocks of water that the agent compares. */
const COMPARED = 16
/** Fire takes a health point in this time (ticks). */
const BURN_TICKS = 20
/** Time until the server reports that the fire is out (ticks). */
const REPORT_TICKS = 10

/** Goes into known water nearby, which ends the fire. */
export const putOutFire: Skill<null> = {
  name: 'put-out-fire',
  effect: 'the agent does not burn',
  budget: () => 300,
  precondition: (context) =>
    knowsWater(context) ? null : { kind: 'not-found', detail: 'no water nearby' },
  async run(context): Promise<Outcome> {
    const { body, signal } = context
    const isOut = () => !body.vitals.burning
    const waters = watersNear(context)
    const goal: NavigationGoal = {
      heuristic: ({ x, y, z }) =>
        Math.min(...waters.map((water) => Math.hypot(water.x - x, water.y - y, water.z - z))),
      isEnd: ({ x, y, z }) => body.traits(x, y, z).water,
    }
    const worth = body.vitals.health * BURN_TICKS
    if ((await travel(body, goal, signal, { until: isOut, worth })) === 'arrived')
      await body.until(isOut, REPORT_TICKS, signal)
    if (!isOut()) return failed('unreachable', 'no water within reach')
    await perform(context, swimOut, null)
    return succeeded
  },
}

/** Whether the agent knows of water nearby. */
export function knowsWater(context: Pick<SkillWorld, 'body' | 'memory'>): boolean {
  return watersNear(context).length > 0
}

function watersNear({ body, memory }: Pick<SkillWorld, 'body' | 'memory'>): Vec3[] {
  return memory
    .blocks(['water'], body.position, { maxDistance: RANGE, limit: COMPARED })
    .map(({ position }) => position)
}
