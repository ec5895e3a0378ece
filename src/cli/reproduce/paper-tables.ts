import { didYouMean } from '../../knowledge/suggestions.ts'
import {
  PAPER_SETTING,
  type PublishedRow,
  tableFourRow,
  tableTwoRow,
} from '../../report/published.ts'
import type { Method } from '../../textcraft/player.ts'
import { ADAPT_TABLE_2 } from '../../textcraft/published.ts'
import { UsageError } from '../../trial/usage-error.ts'
import type { StrategyOptions } from '../strategy-options.ts'

/** What one trial takes of a language model, in the mean. */
export interface ModelNeed {
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
}

/** One line of a table. */
export interface TableRow {
  /** Name of the folder with its trials. */
  readonly folder: string
  readonly label: string
  /** As the paper prints it; undefined where it has no such row. */
  readonly published: PublishedRow | undefined
  /** Measured with the scripted stand-in over all tasks, in the text world; docs/strategies.md says how. */
  readonly perTrial: ModelNeed
}

interface Table<Kind extends string, Row extends TableRow> {
  readonly kind: Kind
  /** What it is called on the command line. */
  readonly name: string
  readonly title: string
  readonly rows: readonly Row[]
  /** What the paper's figures were measured in. */
  readonly elsewhere: {
    readonly world: string
    readonly controller: string
    readonly episodes: string
  }
}

export interface TrialsRow extends TableRow {
  /** What the row is played with beyond what all rows are. */
  readonly options: Pick<StrategyOptions, 'strategy' | 'rounds' | 'selector'>
}

export interface TextCraftRow extends TableRow {
  readonly method: Method
}

/** A table over the 76 tasks of DEPS, by groups. */
export type TrialsTable = Table<'trials', TrialsRow>
/** A table over the 200 test tasks of TextCraft. */
export type TextCraftTable = Table<'textcraft', TextCraftRow>
export type PaperTable = TrialsTable | TextCraftTable

/** The tables that can be played; a new one is one more record. */
export const PAPER_TABLES: readonly PaperTable[] = [
  {
    kind: 'trials',
    name: 'table2',
    title: 'DEPS, Table 2: planners on the 76 tasks',
    elsewhere: PAPER_SETTING,
    rows: [
      {
        folder: 'gpt',
        label: 'Zero-shot (GPT)',
        options: { strategy: 'gpt' },
        published: tableTwoRow('GPT'),
        perTrial: { calls: 1, inputTokens: 227, outputTokens: 69 },
      },
      {
        folder: 'prog-prompt',
        label: 'ProgPrompt',
        options: { strategy: 'prog-prompt' },
        published: tableTwoRow('ProgPrompt'),
        perTrial: { calls: 1, inputTokens: 263, outputTokens: 113 },
      },
      {
        folder: 'cot',
        label: 'Chain of thought',
        options: { strategy: 'cot' },
        published: tableTwoRow('CoT'),
        perTrial: { calls: 1, inputTokens: 277, outputTokens: 181 },
      },
      {
        folder: 'inner-monologue',
        label: 'Inner Monologue',
        options: { strategy: 'inner-monologue' },
        published: tableTwoRow('InnerMonologue'),
        perTrial: { calls: 10.1, inputTokens: 5383, outputTokens: 137 },
      },
      {
        folder: 'code-as-policies',
        label: 'Code as Policies',
        options: { strategy: 'code-as-policies' },
        published: tableTwoRow('CodeAsPolicies'),
        perTrial: { calls: 1, inputTokens: 438, outputTokens: 300 },
      },
      {
        folder: 'dep',
        label: 'DEP (no selector)',
        options: { strategy: 'deps', selector: 'none' },
        published: tableTwoRow('DEP'),
        perTrial: { calls: 5.4, inputTokens: 7690, outputTokens: 795 },
      },
      {
        folder: 'deps',
        label: 'DEPS',
        options: { strategy: 'deps' },
        published: tableTwoRow('DEPS'),
        perTrial: { calls: 5.2, inputTokens: 7324, outputTokens: 763 },
      },
    ],
  },
  {
    kind: 'trials',
    name: 'table4',
    title: 'DEPS, Table 4: rounds of replanning, on the 76 tasks',
    elsewhere: PAPER_SETTING,
    rows: [
      {
        folder: 'rounds-0',
        label: '0 rounds',
        options: { strategy: 'deps', rounds: 0 },
        published: tableFourRow(0),
        perTrial: { calls: 1.4, inputTokens: 2186, outputTokens: 356 },
      },
      {
        folder: 'rounds-1',
        label: '1 round',
        options: { strategy: 'deps', rounds: 1 },
        published: tableFourRow(1),
        perTrial: { calls: 3.1, inputTokens: 4173, outputTokens: 567 },
      },
      {
        folder: 'rounds-3',
        label: '3 rounds',
        options: { strategy: 'deps', rounds: 3 },
        published: tableFourRow(3),
        perTrial: { calls: 4.7, inputTokens: 6545, outputTokens: 737 },
      },
      {
        folder: 'rounds-5',
        label: '5 rounds',
        options: { strategy: 'deps', rounds: 5 },
        published: tableFourRow(5),
        perTrial: { calls: 5, inputTokens: 6973, outputTokens: 759 },
      },
      {
        folder: 'rounds-inf',
        label: 'no limit',
        options: { strategy: 'deps' },
        published: tableFourRow('inf'),
        perTrial: { calls: 5.2, inputTokens: 7324, outputTokens: 763 },
      },
    ],
  },
  {
    kind: 'textcraft',
    name: 'adapt-table2',
    title: 'ADaPT, Table 2: methods on the 200 test tasks of TextCraft',
    elsewhere: {
      world: 'TextCraft as its authors wrote it',
      controller: 'none',
      episodes: 'every task once',
    },
    rows: [
      textCraftRow('react', { calls: 3.5, inputTokens: 3587, outputTokens: 17 }),
      textCraftRow('plan-and-execute', { calls: 26.1, inputTokens: 27320, outputTokens: 309 }),
      textCraftRow('try-again', { calls: 14.2, inputTokens: 14349, outputTokens: 68 }),
      textCraftRow('reflexion', { calls: 16.3, inputTokens: 21545, outputTokens: 282 }),
      textCraftRow('adapt', { calls: 34.5, inputTokens: 36346, outputTokens: 329 }),
    ],
  },
]

/** A table by its name. @throws UsageError with the nearest names and all there are. */
export function findTable(name: string): PaperTable {
  const known = PAPER_TABLES.find((table) => table.name === name)
  if (known) return known
  const names = PAPER_TABLES.map((table) => table.name)
  const why =
    name === 'table3'
      ? "DEPS's table 3 is of another game and is left out"
      : `no table "${name}"${didYouMean(name, names)}`
  throw new UsageError(`${why} (tables: ${names.join(', ')})`)
}

function textCraftRow(method: Method, perTrial: ModelNeed): TextCraftRow {
  const { method: label, model, success } = ADAPT_TABLE_2[method]
  return { folder: method, label, method, published: { model, rates: { all: success } }, perTrial }
}
