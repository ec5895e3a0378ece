import { itemName } from '#wire/item-words'
import { fill, h, svg } from '../dom.ts'
import type { ItemIcons } from '../item-icons.ts'
import type { Playback } from '../playback.ts'
import { clockText } from '../state/game-time.ts'
import type { Milestone } from '../state/timeline.ts'
import { itemImage, itemOf } from './item-image.ts'
import { type Part, whenChanged } from './panel.ts'
import { spread } from './spread.ts'

/** Width of a milestone's picture, and height of the line from it to the bar (px). */
const MARK = 30
const LINES = 14

/** A slider over the trial's ticks, with its milestones above it. */
export function timeBar(playback: Playback): Part {
  const marks = h('div', { class: 'marks' })
  const lines = svg('svg', { class: 'lines', 'aria-hidden': 'true' })
  const known = h('div', { class: 'known' })
  const slider = h('input', { type: 'range', min: 0, step: 1, 'aria-label': 'Tick' })
  const element = h(
    'div',
    { class: 'time-bar' },
    marks,
    lines,
    h('div', { class: 'rail' }, known),
    slider,
  )
  let width = 0
  new ResizeObserver(([entry]) => {
    width = entry?.contentRect.width ?? 0
  }).observe(element)
  slider.addEventListener('input', () => playback.seek(Number(slider.value)))
  const drawMarks = whenChanged(
    (now) => [now.timeline.milestones, now.icons],
    (reached, icons) => fill(marks, ...reached.map((mark) => markButton(mark, icons, playback))),
  )
  // The buttons are moved and not replaced, because a click needs the same element throughout.
  const placeMarks = whenChanged(
    (now) => [now.timeline.milestones, now.length, width, marks.lastChild],
    (reached, length, room, _last) => {
      const at = ({ tick }: Milestone) => (tick / length) * room
      const places = spread(reached.map(at), MARK, room)
      for (const [i, mark] of [...marks.children].entries())
        if (mark instanceof HTMLElement) mark.style.left = `${places[i] ?? 0}px`
      lines.setAttribute('viewBox', `0 0 ${Math.max(1, room)} ${LINES}`)
      fill(lines, ...reached.map((mark, i) => leader(places[i] ?? 0, at(mark))))
    },
  )
  const drawHead = whenChanged(
    (now) => [Math.floor(now.head.tick), now.length],
    (tick, length) => {
      known.style.width = `${(tick / length) * 100}%`
      slider.max = String(length)
      slider.value = String(tick)
      slider.setAttribute('aria-valuetext', `${clockText(tick)}, tick ${tick}`)
    },
  )
  const light = whenChanged(
    (now) => [Math.floor(now.head.tick), marks.lastChild],
    (tick, _last) => {
      for (const mark of marks.children) {
        if (mark instanceof HTMLElement)
          mark.classList.toggle('reached', Number(mark.dataset.tick) <= tick)
      }
    },
  )
  return {
    element,
    update(now) {
      drawMarks(now)
      placeMarks(now)
      drawHead(now)
      light(now)
    },
  }
}

function markButton(
  { name, tick }: Milestone,
  icons: ItemIcons | null,
  playback: Playback,
): HTMLElement {
  const title = `${itemName(name)} at ${clockText(tick)}, tick ${tick}`
  const mark = h(
    'button',
    { type: 'button', class: 'mark', title, 'aria-label': title, 'data-tick': tick },
    itemImage(icons, itemOf(name)),
  )
  mark.addEventListener('click', () => playback.seek(tick))
  return mark
}

function leader(from: number, to: number): SVGElement {
  const bend = LINES / 2
  return svg('path', { d: `M${from} 0 C${from} ${bend} ${to} ${bend} ${to} ${LINES}` })
}
