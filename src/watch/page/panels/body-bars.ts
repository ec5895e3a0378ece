import { fill, h, svg } from '../dom.ts'
import { type Part, whenChanged } from './panel.ts'

const HEART = 'M8 14 2 8a3.6 3.6 0 0 1 6-4.4A3.6 3.6 0 0 1 14 8z'
const FOOD = 'M3 13l3-3a4.6 4.6 0 1 1 2 1.6l-2.600 2.400a1.600 1.600 0 1 1-2.400-1z'

/** Health and food when full, in half icons. */
const FULL = 20

/** Health and food. */
export function bodyBars(): Part {
  const health = h('div', { class: 'bar health', role: 'img' })
  const food = h('div', { class: 'bar food', role: 'img' })
  const element = h('div', { class: 'bars' }, health, food)
  return {
    element,
    update: whenChanged(
      ({ timeline: { view, trial } }) => {
        const body = view.body ?? trial.vitals
        return [body?.health ?? null, body?.food ?? null]
      },
      (healthNow, foodNow) => {
        element.hidden = healthNow === null || foodNow === null
        draw(health, 'health', HEART, healthNow ?? 0)
        draw(food, 'food', FOOD, foodNow ?? 0)
      },
    ),
  }
}

function draw(bar: HTMLElement, name: string, shape: string, value: number): void {
  bar.setAttribute('aria-label', `${name} ${Math.round(value)} of ${FULL}`)
  bar.title = `${name} ${Math.round(value * 10) / 10} of ${FULL}`
  const icons = Array.from({ length: FULL / 2 }, (_, i) => {
    const filled = Math.round(value) - i * 2
    const share = filled >= 2 ? 'full' : filled === 1 ? 'half' : 'none'
    return svg(
      'svg',
      { viewBox: '0 0 16 16', class: 'icon', 'aria-hidden': 'true' },
      svg('path', { d: shape, class: 'empty' }),
      share !== 'none' && svg('path', { d: shape, class: share }),
    )
  })
  fill(bar, ...icons)
}
