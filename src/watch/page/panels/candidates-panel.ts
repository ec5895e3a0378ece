import { fill, h } from '../dom.ts'
import type { ItemIcons } from '../item-icons.ts'
import { goalTitle } from '../state/goal-title.ts'
import { isSame } from '../state/plan-state.ts'
import type { Choice } from '../state/trial-state.ts'
import { itemImage } from './item-image.ts'
import { box, type Part, whenChanged } from './panel.ts'

/** The goals that the selector weighed, nearest first, by the ticks it expects of them. */
export function candidatesPanel(): Part {
  const { element, body, note } = box('Selector', 'candidates')
  return {
    element,
    update: whenChanged(
      ({ timeline, icons }) => [timeline.trial.choice, icons],
      (choice, icons) => {
        element.hidden = choice === null
        if (!choice) return
        note.textContent = 'predicted ticks'
        fill(body, h('ol', {}, ...rows(choice, icons)))
      },
    ),
  }
}

function rows({ goal: chosen, candidates }: Choice, icons: ItemIcons | null): HTMLElement[] {
  const ticks = candidates.map(({ predictedTicks }) => predictedTicks ?? 0)
  const most = Math.max(1, ...ticks)
  const order = [...candidates].sort(
    (a, b) =>
      (a.predictedTicks ?? Number.POSITIVE_INFINITY) -
      (b.predictedTicks ?? Number.POSITIVE_INFINITY),
  )
  return order.map(({ goal, predictedTicks }) => {
    const [item = ''] = Object.keys(goal.target)
    const bar = h('span', { class: 'length', 'aria-hidden': 'true' })
    bar.style.width = `${((predictedTicks ?? 0) / most) * 100}%`
    return h(
      'li',
      { class: isSame(goal, chosen) ? 'candidate chosen' : 'candidate' },
      itemImage(icons, item),
      h('span', { class: 'what' }, goalTitle(goal), h('span', { class: 'rail' }, bar)),
      h('span', { class: 'number' }, ticksText(predictedTicks)),
    )
  })
}

function ticksText(ticks: number | null): string {
  return ticks === null ? '?' : Math.round(ticks).toLocaleString('en-US')
}
