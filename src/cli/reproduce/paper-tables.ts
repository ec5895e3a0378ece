import { didYouMean } from '#knowledge/suggestions'
import { UsageError } from '#trial/errors'
import type { PaperTable } from './paper-table.ts'
import {
  ADAPT_FIGURE_FOUR,
  ADAPT_FIGURE_SEVEN,
  ADAPT_FIGURE_TWELVE,
  ADAPT_TABLE_FOUR,
  ADAPT_TABLE_THREE,
  ADAPT_TABLE_TWO,
} from './tables/adapt.ts'
import { ABLATIONS } from './tables/deps-ablations.ts'
import { TABLE_3 } from './tables/deps-environments.ts'
import { FIGURE_9 } from './tables/deps-milestones.ts'
import { TABLE_19 } from './tables/deps-models.ts'
import { TABLE_2, TABLE_21 } from './tables/deps-planners.ts'
import { TABLE_4 } from './tables/deps-rounds.ts'
import { FIGURE_4 } from './tables/deps-selectors.ts'
import { TABLE_18 } from './tables/deps-skills.ts'
import { THREAD_TABLE_SEVEN, THREAD_TABLE_THREE } from './tables/thread.ts'

/** All tables. */
export const PAPER_TABLES: readonly PaperTable[] = [
  TABLE_2,
  TABLE_3,
  TABLE_4,
  FIGURE_4,
  FIGURE_9,
  TABLE_18,
  TABLE_19,
  TABLE_21,
  ABLATIONS,
  ADAPT_TABLE_TWO,
  ADAPT_TABLE_THREE,
  ADAPT_TABLE_FOUR,
  ADAPT_FIGURE_FOUR,
  ADAPT_FIGURE_SEVEN,
  ADAPT_FIGURE_TWELVE,
  THREAD_TABLE_THREE,
  THREAD_TABLE_SEVEN,
]

/** A table by its name. @throws UsageError with similar names and all names. */
export function findTable(name: string): PaperTable {
  const known = PAPER_TABLES.find((table) => table.name === name)
  if (known) return known
  const names = PAPER_TABLES.map((table) => table.name)
  throw new UsageError(`no table "${name}"${didYouMean(name, names)} (tables: ${names.join(', ')})`)
}
