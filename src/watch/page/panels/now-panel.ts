import { skillTitle } from '#events/titles'
import { fill, h } from '../dom.ts'
import { goalTitle } from '../state/goal-title.ts'
import type { Activity } from '../state/trial-state.ts'
import { type Part, whenChanged } from './panel.ts'

/** What the agent is doing: its goal, and the skills that run for it. */
export function nowPanel(): Part {
  const element = h('p', { class: 'now' })
  return {
    element,
    update: whenChanged(
      ({ timeline }) => [timeline.trial.activities],
      (activities) => {
        element.hidden = activities.length === 0
        fill(element, ...activities.map((activity) => h('span', {}, activityTitle(activity))))
      },
    ),
  }
}

function activityTitle({ skill, goal }: Activity): string {
  return goal ? goalTitle(goal) : skillTitle(skill)
}
