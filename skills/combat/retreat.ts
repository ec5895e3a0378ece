import type { NavigationGoal } from '#body/navigation/goal'
import { travel } from '#body/navigation/travel'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import type { Skill } from '../core/skill.ts'
import { threats } from '../pursuit/threats.ts'

/** The agent retreats from monsters within LOOK_RANGE until they are AWAY, where most of them lose track of it (blocks). */
const LOOK_RANGE = 16
const AWAY = 24
const ROUTE_LIMIT = 2500
/** Monsters catch up with an agent that stops to dig anything slower than leaves (ticks). */
const QUICK_DIG = 6

/** Sprints away from monsters over land: the agent is faster than most of them, and can then dig in. */
export const retreat: Skill<null> = {
  name: 'retreat',
  effect: 'the monsters that were near are far away',
  budget: () => 300,
  precondition: () => null,
  async run(context): Promise<Outcome> {
    const { body, signal } = context
    body.release()
    const foes = threats(context, LOOK_RANGE).map(({ known }) => known.position)
    const left: NavigationGoal['heuristic'] = ({ x, y, z }) =>
      Math.max(0, ...foes.map((foe) => AWAY - Math.hypot(x - foe.x, y - foe.y, z - foe.z)))
    const isEnd: NavigationGoal['isEnd'] = (node) => left(node) === 0
    const options = { limit: ROUTE_LIMIT, slowestDig: QUICK_DIG }
    const arrival = await travel(body, { dry: true, heuristic: left, isEnd }, signal, options)
    return arrival === 'arrived'
      ? succeeded
      : failed('unreachable', 'no path away from the monsters')
  },
}
