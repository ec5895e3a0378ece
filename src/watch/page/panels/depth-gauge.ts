import { fill, h } from '../dom.ts'
import type { StageHandle } from '../load-stage.ts'
import type { Part } from './panel.ts'

/** Distance between two labels (blocks). */
const STEP = 16

/** How deep an underground agent is, on a scale from the ground above it to the bottom of the world. */
export function depthGauge(stage: StageHandle): Part {
  const scale = h('div', { class: 'scale' })
  const mark = h('div', { class: 'at' })
  const below = h('small', {})
  const element = h(
    'div',
    { class: 'depth', role: 'img', hidden: true },
    h('div', { class: 'column' }, scale, mark),
    below,
  )
  let shown = ''
  return {
    element,
    update({ timeline }) {
      const { depth } = stage
      const { header } = timeline
      element.hidden = !depth || !header
      if (!depth || !header) return
      const { ground } = depth
      const y = Math.floor(depth.y)
      const key = `${y} ${ground}`
      if (key === shown) return
      shown = key
      const bottom = header.minY
      const place = (height: number) =>
        `${(100 * (ground - height)) / Math.max(1, ground - bottom)}%`
      const heights = []
      for (let at = Math.floor((ground - 4) / STEP) * STEP; at > bottom; at -= STEP)
        heights.push(at)
      fill(
        scale,
        ...[ground, ...heights, bottom].map((height) => {
          const label = h('span', {}, String(height))
          label.style.top = place(height)
          return label
        }),
      )
      mark.style.top = place(depth.y)
      mark.textContent = `y ${y}`
      const blocks = Math.max(0, Math.round(ground - depth.y))
      below.textContent = `${blocks} deep`
      element.setAttribute(
        'aria-label',
        `The agent is at y ${y}, ${blocks} blocks below the ground`,
      )
    },
  }
}
