import type { Goal } from '../src/body/navigation/goal.ts'
import { type Arrival, travel } from '../src/body/navigation/travel.ts'
import type { SkillContext } from './skill.ts'

/** Goes to where nothing is known to hurt the body. */
export function leaveDanger({ body, signal }: SkillContext): Promise<Arrival> {
  const heuristic: Goal['heuristic'] = (node) => body.dangers.distanceToSafety(node)
  return travel(body, { dry: true, heuristic, isEnd: (node) => heuristic(node) === 0 }, signal)
}
