import type { TableRow } from './paper-table.ts'
import type { PlayedRow } from './row-result.ts'

/** One row of a table that is to be played. */
export interface RowPlan {
  readonly row: TableRow
  /** Trials that it has. */
  readonly total: number
  /** Those that are not played yet. */
  readonly missing: number
  /**
   * Plays what is missing, unless the signal has fired; never asks the model when nothing is.
   * @throws FolderInUse, SystemError as campaigns do.
   */
  play(signal: AbortSignal): Promise<PlayedRow>
}
