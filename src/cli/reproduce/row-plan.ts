import type { TableRow } from './paper-table.ts'
import type { PlayedRow } from './row-result.ts'

/** The trials of one row of a table. */
export interface RowPlan {
  readonly row: TableRow
  /** Number of trials. */
  readonly total: number
  /** Number of unfinished trials. */
  readonly missing: number
  /**
   * Plays the unfinished trials unless the signal has fired. Without unfinished trials it does not call the model.
   * @throws FolderInUse, SystemError as campaigns do.
   */
  play(signal: AbortSignal): Promise<PlayedRow>
}
