import type { NavigationGoal } from '#body/navigation/goal'
import { type Arrival, travel } from '#body/navigation/travel'
import type { SkillContext } from '../core/skill.ts'

/** Moves away from known dangers. */
export function leaveDanger({ body, signal }: SkillContext): Promise<Arrival> {
  const heuristic: NavigationGoal['heuristic'] = (node) => body.dangers.distanceToSafety(node)
  return travel(body, { dry: true, heuristic, isEnd: (node) => heuristic(node) === 0 }, signal)
}
