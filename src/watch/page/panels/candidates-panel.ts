import { fill, h } from '../dom.ts'
import type { ItemIcons } from '../item-icons.ts'
import { goalTitle } from '../state/goal-title.ts'
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

const SEARCH_WORDS = { tunnel: 'by a tunnel', land: 'over land', none: undefined } as const

/** The one that was chosen is the first of the log's list. */
function rows({ candidates }: Choice, icons: ItemIcons | null): HTMLElement[] {
  const [chosen] = candidates
  const ticks = candidates.map(({ predictedTicks }) => predictedTicks ?? 0)
  const most = Math.max(1, ...ticks)
  const order = [...candidates].sort(
    (a, b) =>
      (a.predictedTicks ?? Number.POSITIVE_INFINITY) -
      (b.predictedTicks ?? Number.POSITIVE_INFINITY),
  )
  return order.map((candidate) => {
    const { goal, predictedTicks, source, search } = candidate
    const how = source?.kind ?? SEARCH_WORDS[search ?? 'none']
    const [item = ''] = Object.keys(goal.target)
    const bar = h('span', { class: 'length', 'aria-hidden': 'true' })
    bar.style.width = `${((predictedTicks ?? 0) / most) * 100}%`
    return h(
      'li',
      { class: candidate === chosen ? 'candidate chosen' : 'candidate' },
      itemImage(icons, item),
      h(
        'span',
        { class: 'what' },
        how ? `${goalTitle(goal)} (${how})` : goalTitle(goal),
        h('span', { class: 'rail' }, bar),
      ),
      h('span', { class: 'number' }, ticksText(predictedTicks)),
    )
  })
}

function ticksText(ticks: number | null): string {
  return ticks === null ? '?' : Math.round(ticks).toLocaleString('en-US')
}
