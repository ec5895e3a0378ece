import type { Plot } from './plots/plot.ts'
import type { Table } from './table.ts'
import type { Tree } from './tree.ts'

/** A part of a report. */
export interface Section {
  /** For links within the page. */
  readonly id: string
  readonly title: string
  /** Plain paragraphs before the figures. */
  readonly text: readonly string[]
  readonly plots: readonly Plot[]
  readonly tables: readonly Table[]
  /** Left out for none. */
  readonly trees?: readonly Tree[]
}
