import { closeOff, lavaBeside } from '#body/liquids'
import type { NavigationGoal } from '#body/navigation/goal'
import { travel } from '#body/navigation/travel'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import type { Skill, SkillContext } from '../core/skill.ts'

/** How many are put up at most, before something else is tried. */
const MOST_BLOCKS = 8
/** What it takes to see what else has come through (ticks). */
const LOOK_TICKS = 1
/** How far lava flows on level ground (blocks). */
const FLOW = 4

/** Puts blocks where lava is about to flow over the body; gets out of its way where that cannot be done. */
export const blockLava: Skill<null> = {
  name: 'block-lava',
  effect: 'no lava is beside the body',
  budget: () => 200,
  precondition: () => null,
  async run(context): Promise<Outcome> {
    const { body, signal } = context
    body.release()
    for (let blocks = 0; blocks < MOST_BLOCKS; blocks++) {
      const [place] = lavaBeside(body)
      if (!place) return succeeded
      if (await closeOff(body, place, signal)) body.avoided.addWall(place)
      else await leave(context)
      // It falls, too: what came down before goes on flowing below the block.
      await body.controls.lookAt(place.offset(0.5, -0.5, 0.5))
      await body.wait(LOOK_TICKS, signal)
    }
    return lavaBeside(body).length === 0
      ? succeeded
      : failed('unreachable', 'lava that nothing keeps out')
  },
}

/** Goes farther away than the lava flows, and not below it: it falls. Digging takes longer than lava does to come. */
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
