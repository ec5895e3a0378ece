import { skillTitle } from '#events/titles'
import { alternativesOf } from '#goal/alternatives'
import type { PlannedGoal } from '#goal/goal'
import { itemAmounts } from '#wire/item-words'
import { counted } from '#wire/wording'

/** A step of a plan in plain words: `mine 3 logs`. */
export function goalTitle(step: PlannedGoal): string {
  return alternativesOf(step)
    .map(({ skill, target }) => {
      return `${skillTitle(skill)} ${itemAmounts(target)}`
    })
    .join(' or ')
}

/** Number of steps of a plan that people read. */
const MAX_STEPS = 5

/** A plan in plain words: `mine 3 logs, craft 12 planks and 4 more steps`. */
export function planTitle(plan: readonly PlannedGoal[]): string {
  const shown = plan.slice(0, MAX_STEPS).map(goalTitle).join(', ')
  const left = plan.length - MAX_STEPS
  return left > 0 ? `${shown} and ${counted(left, 'more step')}` : shown
}
