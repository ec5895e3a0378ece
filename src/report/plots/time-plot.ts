import type { MilestoneFigures } from '../milestone-figures.ts'
import { frame } from './frame.ts'
import { labelAxis } from './label-axis.ts'
import { wordsOf } from './milestone-curve.ts'
import type { Plot } from './plot.ts'
import { legendOf, seriesScales } from './series.ts'

/** Height of one set's box (px). */
const BOX = 13
const FREE = 10

/** When the milestones were reached: a box a milestone, with every trial as a dot. */
export function timePlot(figures: readonly MilestoneFigures[]): Plot {
  const labels = figures.map(({ label }) => label)
  const reached = (figures[0]?.milestones ?? [])
    .map(({ name }) => name)
    .filter((name) =>
      figures.some(({ milestones }) =>
        milestones.some((one) => one.name === name && one.ticks.length > 0),
      ),
    )
  const names = reached.map(wordsOf)
  const values = figures.flatMap(({ label, milestones }) =>
    milestones.flatMap(({ name, ticks }) =>
      ticks.map((tick) => ({ label, name: wordsOf(name), tick })),
    ),
  )
  const scales = seriesScales(labels)
  return {
    title: 'Time to each milestone',
    caption:
      'Over the trials that reached it: the box spans the middle half, the stroke in it is the median, the thin line goes from the first to the last, and each dot is a trial. What is reached by few trials looks early, for the slow ones are not in it.',
    legend: legendOf(labels),
    spec: (width) => {
      const { axis, room } = labelAxis(names, width)
      const scale = { domain: names, paddingInner: 0.25 }
      const encoding = {
        y: {
          field: 'name',
          type: 'nominal',
          scale,
          axis: { ...axis, grid: true, tickBand: 'extent' },
        },
        yOffset: { field: 'label', type: 'nominal', scale: scales.offset },
        x: {
          field: 'tick',
          type: 'quantitative',
          scale: { domainMin: 0 },
          axis: { title: 'game ticks (20 a second)', tickCount: width / 90, domain: false },
        },
        color: { field: 'label', type: 'nominal', scale: scales.colour, legend: null },
      } as const
      return {
        ...frame(width, room),
        height: names.length * (labels.length * BOX + FREE),
        data: { values },
        layer: [
          {
            mark: {
              type: 'boxplot',
              extent: 'min-max',
              size: BOX - 4,
              box: { opacity: 0.35 },
              rule: { color: 'var(--muted)' },
              median: { color: 'var(--ink)', strokeWidth: 2 },
            },
            encoding,
          },
          {
            mark: { type: 'point', filled: true, size: 9, opacity: 0.9 },
            encoding,
          },
        ],
      }
    },
  }
}
