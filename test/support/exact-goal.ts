import type { Vec3 } from 'vec3'
import { GoalNear, type NavigationGoal } from '#body/navigation/goal'

/** The goal to stand at a place. */
export function exactly(place: Vec3): NavigationGoal {
  const goal = new GoalNear(place.x, place.y, place.z, 0)
  return {
    dry: true,
    heuristic: (node) => Math.hypot(node.x - place.x, node.y - place.y, node.z - place.z),
    isEnd: (node) => goal.isEnd(node as never),
  }
}
