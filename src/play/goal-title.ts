import { skillTitle } from '#events/titles'
import { alternativesOf } from '#goal/alternatives'
import type { PlannedGoal } from '#goal/goal'

/** A step of a plan in plain words: `mine 3 log`. */
export function goalTitle(step: PlannedGoal): string {
  return alternativesOf(step)
    .map(({ skill, target }) => {
      const items = Object.entries(target).map(([item, count]) => `${count} ${item}`)
      return `${skillTitle(skill)} ${items.join(' and ')}`
    })
    .join(' or ')
}
