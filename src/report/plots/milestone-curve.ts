import type { MilestoneFigures } from '../milestone-figures.ts'
import { frame } from './frame.ts'
import type { Plot } from './plot.ts'
import { legendOf, seriesScales } from './series.ts'
import { SHARE_ROOM, SHARE_SCALE, shareAxis } from './share-axis.ts'

const HEIGHT = 280
/** Space for the slanted names below (px). */
const NAMES_ROOM = 84

/** Share of trials that reached each milestone, as in the DEPS paper's Figure 9, with intervals. */
export function milestoneCurve(figures: readonly MilestoneFigures[], caption: string): Plot {
  const labels = figures.map(({ label }) => label)
  const names = figures[0]?.milestones.map(({ name }) => wordsOf(name)) ?? []
  const values = figures.flatMap(({ label, milestones }) =>
    milestones.map(({ name, share, interval: [low, high] }) => ({
      label,
      name: wordsOf(name),
      share,
      low,
      high,
    })),
  )
  const scales = seriesScales(labels)
  const axis = shareAxis()
  const share = { type: 'quantitative', scale: SHARE_SCALE, axis } as const
  const places = { domain: names }
  const offsets = { ...scales.offset, paddingOuter: labels.length > 1 ? 1.5 : 0 }
  return {
    title: 'Share of trials that reached each milestone',
    caption,
    legend: legendOf(labels),
    spec: (width) => {
      const x = {
        field: 'name',
        type: 'ordinal',
        scale: places,
        axis: { title: null, labelAngle: -45, labelLimit: 0, ticks: false },
      } as const
      const series = {
        x,
        xOffset: { field: 'label', type: 'nominal', scale: offsets },
        color: { field: 'label', type: 'nominal', scale: scales.colour, legend: null },
      } as const
      const y = { ...share, field: 'share' } as const
      return {
        ...frame(width, SHARE_ROOM, NAMES_ROOM),
        height: HEIGHT,
        data: { values },
        layer: [
          {
            mark: { type: 'rule', strokeWidth: 3, opacity: 0.4, strokeCap: 'round' },
            encoding: { ...series, y: { ...y, field: 'low' }, y2: { field: 'high' } },
          },
          { mark: { type: 'line', strokeWidth: 1.5 }, encoding: { ...series, y } },
          {
            mark: { type: 'point', filled: true, size: 60, opacity: 1 },
            encoding: {
              ...series,
              y,
              shape: { field: 'label', type: 'nominal', scale: scales.shape, legend: null },
            },
          },
        ],
      }
    },
  }
}

/** `iron_pickaxe` in plain words. */
export function wordsOf(name: string): string {
  return name.replaceAll('_', ' ')
}
