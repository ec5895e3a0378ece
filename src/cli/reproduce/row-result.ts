import type { Proportion } from '#trial/statistics'

/** By column, and there by the name of a task and its seed, whether the trial succeeded. */
export type Outcomes = ReadonlyMap<string, ReadonlyMap<string, boolean>>

/** What came of a row. */
export interface PlayedRow {
  /** By column; none for a column without trials. */
  readonly rates: ReadonlyMap<string, Proportion>
  /** By column, and there by task and seed, whether trials succeeded: for comparing rows of the same worlds. */
  readonly outcomes?: Outcomes
  /** What else came out, a line each. */
  readonly notes?: readonly string[]
  /** Trials that were played to their end. */
  readonly played: number
  /** What they took of the model, all together; null where that is not known. */
  readonly used: Used | null
  /** Why the model cannot be asked; null while it can. */
  readonly unasked: string | null
}

export interface Used {
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** Null where the price is not known. */
  readonly dollars: number | null
}
