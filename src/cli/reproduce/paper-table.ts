import type { BuiltInWorld } from '#events/worlds'
import type { PublishedRow } from '#report/published'
import type { Method } from '#textcraft/methods'
import type { TrialOptions } from '../trial-options.ts'
import type { PlayedRow } from './row-result.ts'
import type { Tally } from './tallies.ts'

/** Mean use of a language model per trial. */
export interface ModelNeed {
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
}

/** For rows without a language model. */
export const NO_MODEL: ModelNeed = { calls: 0, inputTokens: 0, outputTokens: 0 }

/** One line of a table. */
export interface TableRow {
  /** Name of the folder with its trials. */
  readonly folder: string
  readonly label: string
  /** The row in the paper; undefined if the paper lacks it or prints no figures. */
  readonly published?: PublishedRow | undefined
  /** Measured with a scripted model on all tasks in the text world; see docs/concepts/strategies.md. */
  readonly perTrial: ModelNeed
}

/** A row of the paper that Delver cannot play. */
export interface RowLeftOut {
  readonly label: string
  /** At most half a line. */
  readonly why: string
  readonly published?: PublishedRow | undefined
}

interface Table<Kind extends string, Row extends TableRow> {
  readonly kind: Kind
  /** Name on the command line. */
  readonly name: string
  readonly title: string
  readonly rows: readonly Row[]
  readonly leftOut?: readonly RowLeftOut[]
  /** Notes below the table, a line each. */
  readonly notes?: readonly string[]
  /** Whether columns are printed as lines, and rows as columns. */
  readonly isTurned?: boolean
  /** Comparisons between rows, a line each. @param rows Rows by their folders. */
  readonly comparison?: (rows: ReadonlyMap<string, PlayedRow>) => readonly string[]
  /** The setting of the paper's figures. */
  readonly elsewhere: {
    readonly world: string
    readonly controller: string
    readonly episodes: string
  }
}

export interface TrialsRow extends TableRow {
  /** Options beyond those of all rows. */
  readonly options: Partial<
    Pick<
      TrialOptions,
      | 'strategy'
      | 'rounds'
      | 'selector'
      | 'choose'
      | 'explainer'
      | 'answers'
      | 'descriptor'
      | 'perception'
      | 'planner'
      | 'replan'
      | 'mcVersion'
      | 'maxTicks'
    >
  >
  /** World of the row, which the command line cannot change; by default that of the table. */
  readonly world?: BuiltInWorld
  /** Tasks of the row; by default those of the table. */
  readonly tasks?: readonly string[]
  /** How trials are counted; by default as in the table. */
  readonly tally?: Tally
  /** Whether each trial is shown plans that worked in earlier trials of the row. */
  readonly remembersPlans?: true
  /** Folder of the row whose trials an oracle's row replays with every choice, to find the best. */
  readonly oracleOver?: string
}

export interface TextCraftRow extends TableRow {
  readonly method: Method
  readonly dMax: number
  /** The model that acts; by default the executor's own model, if the user names one. */
  readonly executor?: 'main' | 'own'
}

/** A table of trials in Minecraft or the text world, as in DEPS. */
export interface TrialsTable extends Table<'trials', TrialsRow> {
  /** Whether the rows need a language model. */
  readonly asksModel: boolean
  /** Whether the table covers the 76 tasks, of which `--tasks` selects a part. */
  readonly isOverAllTasks: boolean
  /** Default world; null if each row has a fixed world. */
  readonly world: BuiltInWorld | null
  /** Default number of seeds. */
  readonly seeds: number
  readonly tally: Tally
}

/** A table on the 200 test tasks of TextCraft, as in ADaPT and THREAD. */
export interface TextCraftTable extends Table<'textcraft', TextCraftRow> {
  /** Whether some rows need a separate model for the executor. */
  readonly comparesModels: boolean
  /** Columns of the report; by default, that of all tasks. */
  readonly columns?: readonly string[]
}

export type PaperTable = TrialsTable | TextCraftTable
