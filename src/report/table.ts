/** A table of a report, as plain text for both the page and the Markdown file. */
export interface Table {
  readonly caption: string
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
  /** Whether the page shows it collapsed. */
  readonly folded?: boolean
}

export interface Column {
  readonly heading: string
  /** A heading above this column and neighbours with the same one, usually a set's label. */
  readonly over?: string
  /** `published`: a figure from a paper, which must stand apart from the report's own figures. */
  readonly kind: 'text' | 'number' | 'published'
}

export interface Row {
  readonly cells: readonly string[]
  /** Whether it is a total. */
  readonly strong?: boolean
}

/** The content of a cell without a value. */
export const NOTHING = '–'
