import type { Proportion } from '#trial/statistics'

/** Success of each trial, by column and by task and seed. */
export type Outcomes = ReadonlyMap<string, ReadonlyMap<string, boolean>>

/** Results of a row. */
export interface PlayedRow {
  /** Success rates by column; a column without trials has none. */
  readonly rates: ReadonlyMap<string, Proportion>
  /** For paired comparisons between rows of the same worlds. */
  readonly outcomes?: Outcomes
  /** Depth of recursion or of threads in TextCraft: its mean and maximum by column, of solved tasks where the column is a recipe depth. */
  readonly depths?: ReadonlyMap<string, { readonly mean: number; readonly max: number }>
  /** Other results, a line each. */
  readonly notes?: readonly string[]
  /** Number of finished trials. */
  readonly played: number
  /** Model use of all trials together; null if unknown. */
  readonly used: Used | null
  /** Why the model does not answer; null if it does. */
  readonly modelFailure: string | null
}

export interface Used {
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** Null if the price is unknown. */
  readonly dollars: number | null
}
