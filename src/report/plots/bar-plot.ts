import { frame } from './frame.ts'
import { labelAxis } from './label-axis.ts'
import type { Plot } from './plot.ts'
import { legendOf, seriesScales } from './series.ts'

export interface Bar {
  readonly row: string
  readonly label: string
  readonly value: number
}

interface BarPlotData extends Pick<Plot, 'title' | 'caption'> {
  readonly rows: readonly string[]
  readonly labels: readonly string[]
  readonly bars: readonly Bar[]
  /** Title of the axis for the bars' lengths. */
  readonly measure: string
}

/** Height of one set's bar, and the gap between rows (px). */
const BAR = 12
const GAP = 10

/** A plot with one bar per row and set. */
export function barPlot({ title, caption, rows, labels, bars, measure }: BarPlotData): Plot {
  const { colour } = seriesScales(labels)
  return {
    title,
    caption,
    legend: legendOf(labels),
    spec: (width) => {
      const { axis, room } = labelAxis(rows, width)
      return {
        ...frame(width, room),
        height: rows.length * (labels.length * BAR + GAP),
        data: { values: [...bars] },
        mark: { type: 'bar', height: BAR - 3, cornerRadiusEnd: 2 },
        encoding: {
          y: {
            field: 'row',
            type: 'nominal',
            scale: { domain: [...rows], paddingInner: 0.25 },
            axis,
          },
          yOffset: { field: 'label', type: 'nominal', scale: { domain: [...labels] } },
          x: {
            field: 'value',
            type: 'quantitative',
            axis: { title: measure, tickCount: 5, domain: false },
          },
          color: { field: 'label', type: 'nominal', scale: colour, legend: null },
        },
      }
    },
  }
}
