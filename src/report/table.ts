/** A table of a report, as plain text: the page and the Markdown file both show it. */
export interface Table {
  readonly caption: string
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
  /** Whether the page shows it only when it is asked for. */
  readonly folded?: boolean
}

export interface Column {
  readonly heading: string
  /** What stands above this column and its neighbours of the same: a set of trials, mostly. */
  readonly over?: string
  /** `elsewhere`: a figure that others measured, never to be mixed up with ours. */
  readonly kind: 'text' | 'number' | 'elsewhere'
}

export interface Row {
  readonly cells: readonly string[]
  /** Whether it sums up others. */
  readonly strong?: boolean
}

/** What stands in a cell about which nothing is known. */
export const NOTHING = '–'
