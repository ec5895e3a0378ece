import { END_TITLES } from '#events/titles'
import { itemName } from '#wire/item-words'
import { fill, h } from '../dom.ts'
import type { Playback, Racer } from '../playback.ts'
import { clockText, TICKS_PER_SECOND } from '../state/game-time.ts'
import { type Standing, standingsAt } from '../state/race.ts'
import { thoughtLine } from '../state/thought.ts'
import { itemImage, itemOf } from './item-image.ts'
import { box, type Part, whenChanged } from './panel.ts'
import { spread } from './spread.ts'

/** Width of a milestone's picture, as a share of the bar (percent). */
const MARK = 4.5

/** A bar of milestones for each trial of a race. A click, or its number on the keyboard, follows the trial. */
export function racePanel(playback: Playback): Part {
  const { element, body, note } = box('Race', 'race-panel')
  const list = h('ol', {})
  fill(body, list)
  const draw = whenChanged(
    ({ racers, lead, icons, head, isReady }) => [
      racers,
      lead,
      icons,
      isReady ? Math.floor((head.tick * 2) / TICKS_PER_SECOND) : -1,
    ],
    (racers, lead, icons, _time) => {
      const tick = Math.floor(playback.head.tick)
      const places = standingsAt(
        racers.map(({ timeline }) => timeline.milestones),
        tick,
      )
      note.textContent = `1 to ${racers.length} or a click: follow a trial`
      const focused = [...list.children].findIndex((item) => item.contains(document.activeElement))
      fill(
        list,
        ...racers.map((racer, i) => {
          const button = h(
            'button',
            { type: 'button', class: 'racer', 'aria-pressed': String(i === lead) },
            ...racerParts(racer, places[i], tick, playback.length, (name) =>
              itemImage(icons, itemOf(name)),
            ),
          )
          button.addEventListener('click', () => playback.follow(i))
          return h('li', {}, button)
        }),
      )
      list.children[focused]?.querySelector('button')?.focus()
    },
  )
  return { element, update: draw }
}

function racerParts(
  { name, colour, timeline }: Racer,
  standing: Standing | undefined,
  tick: number,
  length: number,
  picture: (name: string) => HTMLElement,
): HTMLElement[] {
  const { trial, view, milestones } = timeline
  const reached = milestones.filter((one) => one.tick <= tick)
  const dot = h('span', { class: 'dot', 'aria-hidden': 'true' })
  dot.style.background = colour
  const done = h('span', { class: 'length' })
  const at = Math.min(tick, trial.end?.t ?? tick)
  done.style.width = `${(100 * at) / length}%`
  done.style.background = colour
  const places = spread(
    reached.map((one) => (100 * one.tick) / length),
    MARK,
    100,
  )
  const marks = reached.map(({ name: milestone, tick: when }, i) => {
    const mark = h('span', { class: 'at', title: `${itemName(milestone)} at ${clockText(when)}` })
    fill(mark, picture(milestone))
    mark.style.left = `${places[i] ?? 0}%`
    return mark
  })
  const last = reached.at(-1)
  const latest = last ? `${itemName(last.name)} ${clockText(last.tick)}` : 'no milestone'
  const { end } = trial
  const state = end
    ? `${END_TITLES[end.end]} at ${clockText(end.t)}`
    : thoughtLine(trial, view, tick)
  return [
    h(
      'span',
      { class: 'who' },
      h('strong', {}, `${standing?.place ?? 1}.`),
      dot,
      h('span', { class: 'name' }, name),
      h('span', { class: 'latest' }, latest),
    ),
    h('span', { class: 'marks' }, ...marks),
    h('span', { class: 'rail' }, done),
    h('small', { class: 'doing' }, state),
  ]
}
