import type { Choice, ChoiceOutcome } from '#events/choices'
import { fill, h } from '../dom.ts'
import type { ItemIcons } from '../item-icons.ts'
import { goalTitle } from '../state/goal-title.ts'
import { itemImage } from './item-image.ts'
import { box, type Part, whenChanged } from './panel.ts'

/**
 * The selector's candidates with their predicted ticks, from lowest to highest. A selector that predicts a
 * distribution also shows the 80 % interval. Below them stands how long the previous choice took.
 */
export function candidatesPanel(): Part {
  const { element, body, note } = box('Selector', 'candidates')
  return {
    element,
    update: whenChanged(
      ({ timeline, icons }) => [timeline.trial.choice, timeline.trial.outcome, icons],
      (choice, outcome, icons) => {
        element.hidden = choice === null
        if (!choice) return
        note.textContent = 'predicted ticks'
        fill(body, h('ol', {}, ...rows(choice, icons)), outcome && outcomeLine(outcome))
      },
    ),
  }
}

const SEARCH_WORDS = {
  tunnel: 'search by tunnel',
  land: 'search on the surface',
  none: undefined,
} as const

/** The log lists the chosen candidate first. */
function rows({ candidates }: Choice, icons: ItemIcons | null): HTMLElement[] {
  const [chosen] = candidates
  const greatest = Math.max(
    1,
    ...candidates.map(({ predictedTicks, interval }) => interval?.high ?? predictedTicks ?? 0),
  )
  const order = [...candidates].sort(
    (a, b) =>
      (a.predictedTicks ?? Number.POSITIVE_INFINITY) -
      (b.predictedTicks ?? Number.POSITIVE_INFINITY),
  )
  return order.map((candidate) => {
    const { goal, predictedTicks, interval, source, search } = candidate
    const how = source?.kind ?? SEARCH_WORDS[search ?? 'none']
    const [item = ''] = Object.keys(goal.target)
    return h(
      'li',
      { class: candidate === chosen ? 'candidate chosen' : 'candidate' },
      itemImage(icons, item),
      h(
        'span',
        { class: 'what' },
        how ? `${goalTitle(goal)} (${how})` : goalTitle(goal),
        h('span', { class: 'rail', 'aria-hidden': 'true' }, ...bars(candidate, greatest)),
      ),
      h(
        'span',
        { class: 'number' },
        ticksText(predictedTicks),
        interval && h('small', { title: '80 % interval' }, rangeText(interval)),
      ),
    )
  })
}

/** The median and the 80 % interval as bars, relative to the greatest predicted ticks. */
function bars(
  { predictedTicks, interval }: Choice['candidates'][number],
  greatest: number,
): HTMLElement[] {
  const share = (ticks: number) => `${(ticks / greatest) * 100}%`
  const length = h('span', { class: 'length' })
  length.style.width = share(predictedTicks ?? 0)
  if (!interval) return [length]
  const range = h('span', { class: 'range' })
  range.style.left = share(interval.low)
  range.style.width = share(interval.high - interval.low)
  return [length, range]
}

function outcomeLine({ choice, ticks, isReached }: ChoiceOutcome): HTMLElement {
  const [chosen] = choice.candidates
  const predicted = chosen?.predictedTicks ?? null
  const range = chosen?.interval ? ` (${rangeText(chosen.interval)})` : ''
  const what = `${goalTitle(choice.goal)}: ${isReached ? '' : 'abandoned after '}${ticksText(ticks)} ticks`
  return h(
    'p',
    { class: 'outcome' },
    'Previous choice: ',
    predicted === null ? what : `${what}, predicted ${ticksText(predicted)}${range}`,
  )
}

function rangeText({ low, high }: { readonly low: number; readonly high: number }): string {
  return `${ticksText(low)} – ${ticksText(high)}`
}

function ticksText(ticks: number | null): string {
  return ticks === null ? '?' : Math.round(ticks).toLocaleString('en-US')
}
