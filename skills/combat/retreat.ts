import type { NavigationGoal } from '#body/navigation/goal'
import { travel } from '#body/navigation/travel'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import type { Skill } from '../core/skill.ts'
import { threats } from '../pursuit/threats.ts'

/** How far monsters are looked for, and how far away most of them lose sight of the body (blocks). */
const LOOK_RANGE = 16
const AWAY = 24
const ROUTE_LIMIT = 2500
/** Who stops to dig anything but leaves is caught up with (ticks). */
const QUICK_DIG = 6

/** Runs from monsters over the land: who sprints is faster than most of them, and can dig in where they are not. */
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
    return arrival === 'arrived' ? succeeded : failed('unreachable', 'no way from the monsters')
  },
}
