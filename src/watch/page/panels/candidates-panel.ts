import type { Choice, ChoiceOutcome } from '#events/choices'
import { itemName } from '#wire/item-words'
import { counted } from '#wire/wording'
import type { RecordingPosition } from '../../recording-format.ts'
import { fill, h } from '../dom.ts'
import type { ItemIcons } from '../item-icons.ts'
import { canWait, choiceReason, wayTo } from '../state/choice-reason.ts'
import { goalTitle } from '../state/goal-title.ts'
import { itemImage } from './item-image.ts'
import { box, type Part, whenChanged } from './panel.ts'

/** Candidates that are shown; the others are counted. */
const MAX_ROWS = 6

/**
 * The selector's candidates by rank, with their predicted ticks and the reason for the choice. A selector that predicts a
 * distribution also shows the 80 % interval. Below them stands how long the previous choice took.
 * @param highlight shows a place in the view.
 */
export function candidatesPanel(highlight: (place: RecordingPosition | null) => void): Part {
  const { element, body, note } = box('Selector', 'candidates')
  return {
    element,
    update: whenChanged(
      ({ timeline, icons, isReady }) => [
        timeline.trial.choice,
        timeline.trial.outcome,
        timeline.trial.start,
        icons,
        isReady ? timeline : null,
      ],
      (choice, outcome, start, icons, timeline) => {
        element.hidden = choice === null
        highlight(null)
        if (!choice) return
        note.textContent = 'predicted ticks'
        const from = timeline?.positionAt(choice.tick) ?? null
        const hidden = choice.candidates.length - MAX_ROWS
        fill(
          body,
          h('p', { class: 'why' }, choiceReason(choice, start?.settings ?? null)),
          h('ol', {}, ...rows(choice, icons, from, highlight)),
          hidden > 0 && h('p', { class: 'earlier' }, `${counted(hidden, 'more candidate')}`),
          outcome && outcomeLine(outcome),
        )
      },
    ),
  }
}

const SEARCH_WORDS = {
  tunnel: 'search by tunnel',
  land: 'search on the surface',
  none: undefined,
} as const

function rows(
  choice: Choice,
  icons: ItemIcons | null,
  from: RecordingPosition | null,
  highlight: (place: RecordingPosition | null) => void,
): HTMLElement[] {
  const [chosen] = choice.candidates
  const shown = choice.candidates.slice(0, MAX_ROWS)
  const waiting = canWait(choice)
  const greatest = Math.max(
    1,
    ...shown.map(({ predictedTicks, interval }) => interval?.high ?? predictedTicks ?? 0),
  )
  return shown.map((candidate) => {
    const { goal, predictedTicks, interval, source } = candidate
    const [item = ''] = Object.keys(goal.target)
    const isChosen = candidate === chosen
    const row = h(
      'li',
      { class: isChosen ? 'candidate chosen' : 'candidate' },
      itemImage(icons, item),
      h(
        'span',
        { class: 'what' },
        goalTitle(goal),
        h('small', {}, howText(candidate, from, waiting.has(candidate))),
        h('span', { class: 'rail', 'aria-hidden': 'true' }, ...bars(candidate, greatest)),
      ),
      h(
        'span',
        { class: 'number' },
        ticksText(predictedTicks),
        interval && h('small', { title: '80 % interval' }, rangeText(interval)),
      ),
    )
    if (!source) return row
    const { x, y, z } = source.position
    const find = h('button', { type: 'button', class: 'find' }, `${x} ${y} ${z}`)
    find.title = 'Show it in the view'
    find.addEventListener('click', () => highlight(source.position))
    row.querySelector('small')?.append(' · ', find)
    return row
  })
}

/** How a candidate would be reached: its source with the way to it, or its search. */
function howText(
  { source, search }: Choice['candidates'][number],
  from: RecordingPosition | null,
  isWaiting: boolean,
): string {
  const how = source
    ? [itemName(source.kind), from && wayTo(from, source.position)].filter(Boolean).join(', ')
    : SEARCH_WORDS[search ?? 'none']
  return [how, isWaiting && 'can wait'].filter(Boolean).join(' · ')
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
