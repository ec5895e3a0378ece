import { fill, h } from '../dom.ts'
import type { StageHandle } from '../load-stage.ts'
import { itemSlot, slotsAt } from './inventory-panel.ts'
import { type Part, whenChanged } from './panel.ts'

/** Slots of the hotbar in the player's window. */
const FIRST = 36
const LENGTH = 9

/** The hotbar over the view and, in first person, the crosshair. */
export function hotbar(stage: StageHandle): Part {
  const bar = h('div', { class: 'slots hotbar', 'aria-label': 'Hotbar', role: 'img' })
  const crosshair = h('div', { class: 'crosshair', 'aria-hidden': 'true' })
  const element = h('div', { class: 'hud' }, crosshair, bar)
  const draw = whenChanged(
    ({ timeline: { view, trial }, icons }) => [
      view.body?.slots,
      view.body?.hand,
      trial.held,
      icons,
    ],
    (recording, hand, held, icons) => {
      const slots = slotsAt(recording, held)
      bar.hidden = slots.size === 0 && !recording
      fill(
        bar,
        ...Array.from({ length: LENGTH }, (_, i) => itemSlot(slots, FIRST + i, hand, icons)),
      )
    },
  )
  return {
    element,
    update(playback) {
      crosshair.hidden = stage.perspective !== 'first'
      draw(playback)
    },
  }
}
