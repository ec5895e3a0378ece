import type { Plot } from './plots/plot.ts'
import type { Table } from './table.ts'
import type { Tree } from './tree.ts'

/** A part of a report. */
export interface Section {
  /** Anchor of the section in the page. */
  readonly id: string
  readonly title: string
  /** Paragraphs of plain text before the figures. */
  readonly text: readonly string[]
  readonly plots: readonly Plot[]
  readonly tables: readonly Table[]
  /** Absent for none. */
  readonly trees?: readonly Tree[]
}
