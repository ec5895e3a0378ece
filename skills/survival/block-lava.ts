import { closeOff, lavaBeside } from '#body/liquids'
import { riseFromLava } from '#body/navigation/build'
import type { NavigationGoal } from '#body/navigation/goal'
import { travel } from '#body/navigation/travel'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import type { Skill, SkillContext } from '../core/skill.ts'

/** Most blocks that one run places. */
const MAX_BLOCKS = 8
/** Time until the agent sees whether more lava has come through (ticks). */
const LOOK_TICKS = 1
/** Distance that lava flows on level ground (blocks). */
const FLOW = 4

/** Places blocks where lava is about to flow onto the agent, and moves out of its way where it cannot place one. */
export const blockLava: Skill<null> = {
  name: 'block-lava',
  effect: 'no lava is beside the agent',
  budget: () => 200,
  precondition: () => null,
  async run(context): Promise<Outcome> {
    const { body, signal } = context
    body.release()
    for (let blocks = 0; blocks < MAX_BLOCKS; blocks++) {
      const [place] = lavaBeside(body)
      if (!place) return succeeded
      if (await closeOff(body, place, signal)) body.avoided.addWall(place)
      else if (!(await riseFromLava(body, signal))) await leave(context)
      // Lava that already fell keeps flowing below the block.
      await body.controls.lookAt(place.offset(0.5, -0.5, 0.5))
      await body.wait(LOOK_TICKS, signal)
    }
    return lavaBeside(body).length === 0
      ? succeeded
      : failed('unreachable', 'could not block the lava')
  },
}

/** Walks out of the lava's reach, and not below it, because lava falls. Walking comes first: digging is too slow. */
async function leave({ body, signal }: SkillContext): Promise<void> {
  const lava = lavaBeside(body)
  const left: NavigationGoal['heuristic'] = ({ x, y, z }) =>
    Math.max(
      0,
      ...lava.map((place) => FLOW - Math.hypot(place.x - x, Math.max(0, y - place.y), place.z - z)),
    )
  const away: NavigationGoal = { dry: true, heuristic: left, isEnd: (node) => left(node) === 0 }
  const walked = await travel(body, away, signal, { slowestDig: 0 })
  if (walked !== 'arrived') await travel(body, away, signal)
}
