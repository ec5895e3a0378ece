import type { MilestoneFigures } from '../milestone-figures.ts'
import { frame } from './frame.ts'
import { labelAxis } from './label-axis.ts'
import { wordsOf } from './milestone-curve.ts'
import type { Plot } from './plot.ts'
import { legendOf, seriesScales } from './series.ts'

/** Height of one set's box, and the gap between rows (px). */
const BOX = 13
const GAP = 10

/** Box plots of the ticks at which trials reached each milestone, with every trial as a dot. */
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
      'Only trials that reached the milestone are shown. The box spans the middle half, the line in it is the median, the thin line spans all trials, and each dot is one trial. A milestone that few trials reached looks too early, because slow trials are missing.',
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
          axis: { title: 'game ticks (20 per second)', tickCount: width / 90, domain: false },
        },
        color: { field: 'label', type: 'nominal', scale: scales.colour, legend: null },
      } as const
      return {
        ...frame(width, room),
        height: names.length * (labels.length * BOX + GAP),
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
