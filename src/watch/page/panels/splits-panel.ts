import { itemName } from '#wire/item-words'
import { counted } from '#wire/wording'
import { fill, h } from '../dom.ts'
import type { ItemIcons } from '../item-icons.ts'
import type { Playback } from '../playback.ts'
import { clockText, TICKS_PER_SECOND } from '../state/game-time.ts'
import { deltaText, type Rivals, type Split, splitsOf } from '../state/splits.ts'
import { itemImage, itemOf } from './item-image.ts'
import { box, type Part, whenChanged } from './panel.ts'

const TITLES = ['milestone', 'time', 'best', 'median']

/** The milestones of the trial against the best and the median of its folder, as timers of speedruns show them. */
export function splitsPanel(playback: Playback): Part {
  const { element, body, note } = box('Splits', 'splits-panel')
  const head = h('tr', {}, ...TITLES.map((title) => h('th', { scope: 'col' }, title)))
  const rows = h('tbody')
  fill(body, h('table', {}, h('thead', {}, head), rows))
  return {
    element,
    update: whenChanged(
      ({ timeline, rivals, icons, head, isReady }) => [
        timeline.milestones,
        rivals,
        icons,
        // The time of the next milestone runs, in steps of a second.
        isReady ? Math.floor(head.tick / TICKS_PER_SECOND) : 0,
      ],
      (milestones, rivals, icons, _second) => {
        const now = Math.floor(playback.head.tick)
        element.hidden = rivals.best === null
        if (rivals.best === null) return
        note.textContent = noteText(rivals)
        const reached = milestones.filter(({ tick }) => tick <= now)
        const splits = splitsOf(reached, rivals)
        const next = playback.timeline.trial.end
          ? -1
          : splits.findIndex(({ tick }) => tick === null)
        fill(
          rows,
          ...splits.map((split, i) => splitRow(split, i === next ? now : null, icons, playback)),
        )
      },
    ),
  }
}

function noteText({ best, trials }: Rivals): string {
  return `best: ${best?.id ?? ''}; median of ${counted(trials.length, 'other trial')}`
}

/** @param running The current tick, for the next milestone, which is late once the others had reached it; null for others. */
function splitRow(
  split: Split,
  running: number | null,
  icons: ItemIcons | null,
  playback: Playback,
): HTMLElement {
  const { name, tick, best, median } = split
  const what = h('span', { class: 'milestone' }, itemImage(icons, itemOf(name)), itemName(name))
  const time =
    tick === null ? (best === null ? '' : `(${clockText(best)})`) : timeButton(tick, playback)
  return h(
    'tr',
    { class: tick === null ? (running === null ? 'coming' : 'next') : null },
    h('th', { scope: 'row' }, what),
    h('td', {}, time),
    deltaCell(tick ?? running, best, tick !== null),
    deltaCell(tick ?? running, median, tick !== null),
  )
}

function timeButton(tick: number, playback: Playback): HTMLElement {
  const button = h('button', { type: 'button', class: 'tick', title: `go to tick ${tick}` })
  fill(button, clockText(tick))
  button.addEventListener('click', () => playback.seek(tick))
  return button
}

/** A lead or delay; a milestone that is not reached yet has only a delay. */
function deltaCell(tick: number | null, rival: number | null, isReached: boolean): HTMLElement {
  if (tick === null || rival === null || (!isReached && tick <= rival)) return h('td')
  return h('td', { class: deltaTone(tick - rival) }, deltaText(tick - rival))
}

/** The tone of a difference to a rival (ticks). */
export function deltaTone(ticks: number): 'good' | 'bad' | null {
  if (Math.abs(ticks) < TICKS_PER_SECOND) return null
  return ticks < 0 ? 'good' : 'bad'
}
