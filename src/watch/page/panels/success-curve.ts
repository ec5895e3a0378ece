import type { TrialRow } from '../../protocol.ts'
import { fill, h, svg } from '../dom.ts'
import { clockText } from '../state/game-time.ts'
import { type RowGroup, successCurve } from '../state/overview-state.ts'
import { RACE_COLOURS } from '../state/race.ts'

/** Size of the curve's picture (its own units), and its margins. */
const WIDTH = 560
const HEIGHT = 120
const LEFT = 40
const BOTTOM = 20
const TOP = 8

/** Draws the share of finished trials that had obtained their target by each time, a line for each group. */
export function drawSuccessCurve(element: Element, groups: readonly RowGroup[]): void {
  const drawn = groups
    .map((group) => ({ ...group, steps: successCurve(group.rows) }))
    .slice(0, RACE_COLOURS.length)
  const all = groups.flatMap(({ rows }) => rows)
  const limit = Math.max(1, ...all.map(({ maxTicks }: TrialRow) => maxTicks))
  const x = (tick: number) => LEFT + (tick / limit) * (WIDTH - LEFT - 8)
  const y = (share: number) => TOP + (1 - share) * (HEIGHT - TOP - BOTTOM)
  const lines = drawn.map(({ steps }, i) => {
    const points = steps.map(([tick, share]) => `H${x(tick)} V${y(share)}`)
    const path = `M${x(0)} ${y(0)} ${points.join(' ')} H${x(limit)}`
    return svg('path', { d: path, class: 'curve', stroke: RACE_COLOURS[i] })
  })
  const grid = [0, 0.5, 1].flatMap((share) => [
    svg('path', { d: `M${LEFT} ${y(share)} H${WIDTH - 8}`, class: 'grid' }),
    svg('text', { x: LEFT - 6, y: y(share) + 4, class: 'axis end' }, `${share * 100} %`),
  ])
  const times = [0, 0.5, 1].map((share) =>
    svg(
      'text',
      { x: x(limit * share), y: HEIGHT - 4, class: share === 1 ? 'axis end' : 'axis' },
      clockText(limit * share),
    ),
  )
  const picture = svg(
    'svg',
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'img',
      'aria-label': 'Share of finished trials that had obtained their target by each time',
    },
    ...grid,
    ...times,
    ...lines,
  )
  const names = drawn.map(({ title }, i) => {
    const dot = h('span', { class: 'dot' })
    dot.style.background = RACE_COLOURS[i] ?? ''
    return h('li', {}, dot, title)
  })
  fill(element, picture, groups.length > 1 && h('ul', { class: 'legend' }, ...names))
}
