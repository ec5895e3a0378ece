/** A tree of a report, as plain text for both the page and the Markdown file. */
export interface Tree {
  readonly caption: string
  /** In preorder: each branch follows its parent, one level deeper. */
  readonly branches: readonly Branch[]
}

export interface Branch {
  /** 1 for the root. */
  readonly depth: number
  /** Its status, as a sign and as a word. */
  readonly sign: string
  readonly status: string
  readonly text: string
  /** Empty for nothing. */
  readonly detail: string
}
