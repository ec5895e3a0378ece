import { countInLogs, logsOf, missingLogs } from '../logs.ts'
import { type ModelUse, modelUse } from '../model-use.ts'
import { decimal, dollars, whole } from '../numbers.ts'
import type { Section } from '../section.ts'
import type { Column, Row, Table } from '../table.ts'
import { tally, tallyTable } from '../tally.ts'
import type { TrialSet } from '../trial-set.ts'

/** Problems of answers that have a row of their own. */
const MOST_PROBLEMS = 12

const USE_COLUMNS: readonly Column[] = [
  { heading: 'trials', kind: 'text' },
  { heading: 'model', kind: 'text' },
  { heading: 'purpose', kind: 'text' },
  ...[
    'calls',
    'without answer',
    'tokens in',
    'tokens out',
    'dollars',
    'median ms',
    'calls a trial',
    'tokens a trial',
    'dollars a trial',
  ].map((heading): Column => ({ heading, kind: 'number' })),
]

/** What language models were asked, and what it cost; null without one. */
export function modelSection(sets: readonly TrialSet[]): Section | null {
  const used = sets.filter((set) => modelUse(set).length > 0)
  if (used.length === 0) return null
  const problems = tally(
    countInLogs(used, ({ unusable }) =>
      unusable.map(({ purpose, problem }) => `${purpose}: ${problem}`),
    ),
    MOST_PROBLEMS,
  )
  const estimated = used.some((set) => modelUse(set).some((one) => one.estimated))
  return {
    id: 'model',
    title: 'Language model',
    text: [
      'Models by the names in the log. Dollars are by list price; where that of a call is not known there is a dash.',
      ...(estimated
        ? ['~: tokens counted by us in part, since the server does not report them.']
        : []),
      ...missingLogs(used),
    ],
    plots: [],
    tables: [
      useTable(used),
      ...(problems.names.length > 0
        ? [tallyTable(problems, 'Answers that were of no use, or not of all', 'purpose: problem')]
        : []),
    ],
  }
}

function useTable(sets: readonly TrialSet[]): Table {
  return {
    caption: 'Calls, tokens and dollars',
    columns: USE_COLUMNS,
    rows: sets.flatMap((set) =>
      modelUse(set).map((use) => useRow(set.label, use, logsOf(set).length)),
    ),
  }
}

function useRow(label: string, use: ModelUse, trials: number): Row {
  const mark = use.estimated ? '~' : ''
  return {
    cells: [
      label,
      use.model,
      use.purpose,
      whole(use.calls),
      whole(use.failed),
      `${mark}${whole(use.inputTokens)}`,
      `${mark}${whole(use.outputTokens)}`,
      dollars(use.dollars),
      whole(use.latencyMs),
      decimal(use.calls / trials),
      `${mark}${whole((use.inputTokens + use.outputTokens) / trials)}`,
      dollars(use.dollars === null ? null : use.dollars / trials),
    ],
    strong: use.purpose === 'all',
  }
}
