import type { Proportion } from '../../trial/statistics.ts'
import type { TableRow } from './paper-table.ts'

/** One row of a table that is to be played. */
export interface RowPlan {
  readonly row: TableRow
  /** Trials that it has. */
  readonly total: number
  /** Those that are not played yet. */
  readonly missing: number
  /**
   * Plays what is missing, unless the signal has fired; never asks the model when nothing is.
   * @throws FolderInUse, MachineError as campaigns do.
   */
  play(signal: AbortSignal): Promise<PlayedRow>
}

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
