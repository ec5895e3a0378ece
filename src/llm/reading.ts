import type { ToolCall } from './model.ts'

/** An answer, and what it answers. */
export interface ReadableAnswer {
  readonly purpose: string
  readonly text: string
  /** Calls of tools in the answer; none when omitted. */
  readonly calls?: readonly ToolCall[]
  readonly isCutOff: boolean
  readonly isStructured: boolean
}

/** An answer as a strategy's parser reads it. */
export interface Reading {
  /** The value in the parser's own words; empty for none. */
  readonly text: string
  /** Why the answer was rejected, or which part of it; null for none. */
  readonly problem: string | null
}
