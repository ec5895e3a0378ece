import { frame } from './frame.ts'
import { labelAxis } from './label-axis.ts'
import type { Plot } from './plot.ts'
import { legendOf, PUBLISHED, seriesScales } from './series.ts'
import { SHARE_SCALE, shareAxis } from './share-axis.ts'

export interface IntervalPoint {
  readonly row: string
  readonly label: string
  readonly share: number
  readonly low: number
  readonly high: number
}

/** A published share. */
export interface PublishedPoint {
  readonly row: string
  readonly share: number
}

interface IntervalPlotData extends Pick<Plot, 'title' | 'caption'> {
  readonly rows: readonly string[]
  readonly labels: readonly string[]
  readonly points: readonly IntervalPoint[]
  readonly published: { readonly method: string; readonly points: readonly PublishedPoint[] }
}

/** Height of one set's line in a row, and the gap between rows (px). */
const LINE = 15
const GAP = 12

/** Shares with their intervals, one row each, next to published shares if there are any. */
export function intervalPlot(data: IntervalPlotData): Plot {
  const { title, caption, rows, labels, points, published } = data
  const scales = seriesScales(labels)
  const x = { type: 'quantitative', scale: SHARE_SCALE, axis: shareAxis('obtained') } as const
  const series = {
    yOffset: { field: 'label', type: 'nominal', scale: scales.offset },
    color: { field: 'label', type: 'nominal', scale: scales.colour, legend: null },
  } as const
  return {
    title,
    caption,
    legend: [
      ...legendOf(labels),
      ...(published.points.length > 0 ? [{ label: published.method, mark: PUBLISHED }] : []),
    ],
    spec: (width) => {
      const { axis, room } = labelAxis(rows, width)
      const scale = { domain: [...rows], paddingInner: 0.3 }
      const y = {
        field: 'row',
        type: 'nominal',
        scale,
        axis: { ...axis, grid: true, tickBand: 'extent' },
      } as const
      return {
        ...frame(width, room),
        height: rows.length * (labels.length * LINE + GAP),
        layer: [
          {
            data: { values: [...points] },
            mark: { type: 'rule', strokeWidth: 3, opacity: 0.4, strokeCap: 'round' },
            encoding: { y, ...series, x: { ...x, field: 'low' }, x2: { field: 'high' } },
          },
          {
            data: { values: [...points] },
            mark: { type: 'point', filled: true, size: 70, opacity: 1 },
            encoding: {
              y,
              ...series,
              x: { ...x, field: 'share' },
              shape: { field: 'label', type: 'nominal', scale: scales.shape, legend: null },
            },
          },
          {
            data: { values: [...published.points] },
            mark: {
              type: 'point',
              shape: PUBLISHED.shape,
              color: PUBLISHED.colour,
              size: 90,
              strokeWidth: 2,
              opacity: 1,
            },
            encoding: { y, x: { ...x, field: 'share' } },
          },
        ],
      }
    },
  }
}
