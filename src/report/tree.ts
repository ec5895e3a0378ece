/** A tree of a report, as plain text: the page and the Markdown file both show it. */
export interface Tree {
  readonly caption: string
  /** Each follows the one that it is part of, one level deeper. */
  readonly branches: readonly Branch[]
}

export interface Branch {
  /** 1 for the root. */
  readonly depth: number
  /** How it went, as a mark and in a word. */
  readonly sign: string
  readonly status: string
  readonly text: string
  /** Empty for nothing. */
  readonly detail: string
}
