import type { PublishedRow } from '#report/published'
import type { Method } from '#textcraft/player'
import type { TrialOptions } from '../trial-options.ts'
import type { PlayedRow } from './row-result.ts'
import type { Tally } from './tallies.ts'

/** What one trial takes of a language model, in the mean. */
export interface ModelNeed {
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
}

/** Of rows that ask no model. */
export const NO_MODEL: ModelNeed = { calls: 0, inputTokens: 0, outputTokens: 0 }

/** One line of a table. */
export interface TableRow {
  /** Name of the folder with its trials. */
  readonly folder: string
  readonly label: string
  /** As the paper prints it; undefined where it has no such row, or prints no figures of it. */
  readonly published?: PublishedRow | undefined
  /** Measured with the scripted stand-in over all tasks, in the text world; docs/concepts/strategies.md says how. */
  readonly perTrial: ModelNeed
}

/** A row of the paper that cannot be played here. */
export interface RowLeftOut {
  readonly label: string
  /** In half a line. */
  readonly why: string
  readonly published?: PublishedRow | undefined
}

interface Table<Kind extends string, Row extends TableRow> {
  readonly kind: Kind
  /** What it is called on the command line. */
  readonly name: string
  readonly title: string
  readonly rows: readonly Row[]
  readonly leftOut?: readonly RowLeftOut[]
  /** What else must be known to read it, a line each. */
  readonly notes?: readonly string[]
  /** Printed with a line for each column and a column for each row. */
  readonly isTurned?: boolean
  /** What the paper's figures were measured in. */
  readonly elsewhere: {
    readonly world: string
    readonly controller: string
    readonly episodes: string
  }
}

export type RowWorld = 'text' | 'practice'

export interface TrialsRow extends TableRow {
  /** What the row is played with beyond what all rows are. */
  readonly options: Partial<
    Pick<
      TrialOptions,
      | 'strategy'
      | 'rounds'
      | 'selector'
      | 'perception'
      | 'planner'
      | 'replan'
      | 'mcVersion'
      | 'maxTicks'
    >
  >
  /** Where it is played, when that is not asked for on the command line. */
  readonly world?: RowWorld
  /** Tasks of its own; those of the table when left out. */
  readonly tasks?: readonly string[]
  /** How its trials are counted; as the table's when left out. */
  readonly tally?: Tally
  /** The folder of the row whose trials it plays again with every choice, to take the best; left out for none. */
  readonly oracleOver?: string
}

export interface TextCraftRow extends TableRow {
  readonly method: Method
  readonly dMax: number
  /** Who acts; the model that is asked for the executor, if any, when left out. */
  readonly executor?: 'main' | 'own'
}

/** A table of trials in a world: of DEPS. */
export interface TrialsTable extends Table<'trials', TrialsRow> {
  /** Whether its rows ask a language model. */
  readonly asksModel: boolean
  /** Whether it is over the 76 tasks, of which a part can be asked for. */
  readonly isOverAllTasks: boolean
  /** Where it is played when nothing is said; null where each row has a world of its own. */
  readonly world: RowWorld | null
  /** How often each task is played when nothing is said. */
  readonly seeds: number
  readonly tally: Tally
  /** What rows come to against each other, a line each. @param rows by their folders. */
  readonly comparison?: (rows: ReadonlyMap<string, PlayedRow>) => readonly string[]
}

/** A table over the 200 test tasks of TextCraft: of ADaPT and THREAD. */
export interface TextCraftTable extends Table<'textcraft', TextCraftRow> {
  /** Whether some rows need an executor's model of its own. */
  readonly comparesModels: boolean
}

export type PaperTable = TrialsTable | TextCraftTable
