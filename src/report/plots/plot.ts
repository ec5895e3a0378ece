import type { TopLevelSpec } from 'vega-lite'
import type { Mark } from './series.ts'

/** A drawing of a report. */
export interface Plot {
  readonly title: string
  /** What it shows and how to read it; stands below it. */
  readonly caption: string
  readonly legend: readonly LegendEntry[]
  /** What is drawn, without colours of its own for axes and text. @param width Of all of it (px). */
  spec(width: number): TopLevelSpec
}

export interface LegendEntry {
  readonly label: string
  readonly mark: Mark
}
