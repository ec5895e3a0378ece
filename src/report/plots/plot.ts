import type { TopLevelSpec } from 'vega-lite'
import type { Mark } from './series.ts'

/** A plot of a report. */
export interface Plot {
  readonly title: string
  /** What the plot shows and how to read it. */
  readonly caption: string
  readonly legend: readonly LegendEntry[]
  /** The Vega-Lite specification; its theme comes from `svgOf`. @param width Total width (px). */
  spec(width: number): TopLevelSpec
}

export interface LegendEntry {
  readonly label: string
  readonly mark: Mark
}
