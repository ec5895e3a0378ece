import type { NavigationGoal } from '#body/navigation/goal'
import { type Arrival, travel } from '#body/navigation/travel'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import type { Skill, SkillContext } from '../core/skill.ts'

export interface MoveElsewhereArgs {
  /** Distance to move away from the place of failure (blocks). */
  readonly away: number
}

/** Moves to another dry place with room to work. */
export const moveElsewhere: Skill<MoveElsewhereArgs> = {
  name: 'move-elsewhere',
  effect: 'the feet stand on dry ground some blocks away, with room around',
  budget: ({ away }) => 600 + 20 * away,
  precondition: () => null,
  async run(context, { away }): Promise<Outcome> {
    const { body, signal } = context
    const from = body.feet
    const left: NavigationGoal['heuristic'] = ({ x, y, z }) =>
      Math.max(0, away - Math.hypot(x - from.x, y - from.y, z - from.z))
    const isEnd: NavigationGoal['isEnd'] = (node) =>
      left(node) === 0 && roomy(context, node.x, node.y, node.z)
    const arrival = await travel(body, { dry: true, heuristic: left, isEnd }, signal)
    return arrival === 'arrived' ? succeeded : failed('unreachable', 'no way out of here')
  },
}

/** Whether the agent can stand there and place a block beside it. */
function roomy({ body }: SkillContext, x: number, y: number, z: number): boolean {
  const bears = (cx: number, cz: number) => body.traits(cx, y - 1, cz).floor
  const free = (cx: number, cz: number) => {
    const { open, diggable } = body.traits(cx, y, cz)
    return bears(cx, cz) && (open || diggable)
  }
  if (!bears(x, z) || body.traits(x, y, z).water) return false
  return (
    [free(x + 1, z), free(x - 1, z), free(x, z + 1), free(x, z - 1)].filter(Boolean).length >= 2
  )
}

/**
 * Walks or tunnels to the nearest place that is out of reach of every danger the agent remembers.
 * @param until whether to stop early.
 */
export function moveOutOfDanger(
  context: SkillContext,
  until: () => boolean = () => false,
): Promise<Arrival> {
  return moveUntilNone(context, (node) => context.body.dangers.distanceToSafety(node), until)
}

/** Walks or tunnels to the nearest place without a danger below it: mobs in a cave shoot up a shaft. */
export function moveAside(context: SkillContext): Promise<Arrival> {
  return moveUntilNone(context, (node) => context.body.dangers.distanceAside(node))
}

function moveUntilNone(
  { body, signal }: SkillContext,
  heuristic: NavigationGoal['heuristic'],
  until?: () => boolean,
): Promise<Arrival> {
  const goal: NavigationGoal = { dry: true, heuristic, isEnd: (node) => heuristic(node) === 0 }
  return travel(body, goal, signal, until ? { until } : {})
}
