import { counted } from '#wire/wording'
import { fill, h } from '../dom.ts'
import type { ItemIcons } from '../item-icons.ts'
import type { Playback } from '../playback.ts'
import { clockText } from '../state/game-time.ts'
import { goalNeeds, goalTitle } from '../state/goal-title.ts'
import type { PlanState, PlanStep } from '../state/plan-state.ts'
import { itemImage } from './item-image.ts'
import { box, type Part, whenChanged } from './panel.ts'

/** Number of completed steps that are shown; earlier ones are only counted. */
const MAX_DONE = 3

const SIGNS = { waiting: '○', running: '▶', done: '✓', failed: '✕' } as const

/** The plan, with the status of each step. */
export function planPanel(playback: Playback): Part {
  const { element, body, note } = box('Plan', 'plan')
  return {
    element,
    update: whenChanged(
      ({ timeline, icons }) => [timeline.trial.plan, icons],
      (plan, icons) => {
        note.textContent = plan.number > 0 ? `plan ${plan.number}: ${plan.reason}` : ''
        note.title = note.textContent
        fill(body, ...content(plan, icons, playback))
      },
    ),
  }
}

function content(plan: PlanState, icons: ItemIcons | null, playback: Playback): (Node | false)[] {
  const { done, steps } = plan
  if (plan.number === 0 && done.length === 0) return [h('p', { class: 'empty' }, 'No plan yet.')]
  const earlier = done.length - MAX_DONE
  const shown = [...done.slice(-MAX_DONE), ...steps]
  return [
    earlier > 0 && h('p', { class: 'earlier' }, counted(earlier, 'earlier step')),
    h('ol', {}, ...shown.map((step) => stepItem(step, icons, playback))),
  ]
}

function stepItem(step: PlanStep, icons: ItemIcons | null, playback: Playback): HTMLElement {
  const { goal, status, reason, tick } = step
  const [item = ''] = Object.keys(goal.target)
  const needs = goalNeeds(goal)
  const isOpen = status === 'running' || status === 'failed'
  const time =
    tick === null ? null : h('button', { type: 'button', class: 'tick' }, clockText(tick))
  if (time && tick !== null) {
    time.title = `go to tick ${tick}`
    time.addEventListener('click', () => playback.seek(tick))
  }
  return h(
    'li',
    { class: `step ${status}`, title: needs, 'aria-current': status === 'running' ? 'step' : null },
    h('span', { class: 'sign', role: 'img', 'aria-label': status }, SIGNS[status]),
    itemImage(icons, item),
    h(
      'span',
      { class: 'what' },
      h('span', {}, goalTitle(goal)),
      isOpen && needs && h('small', {}, needs),
      reason && h('small', { class: 'reason' }, reason),
    ),
    time,
  )
}
