import { countInLogs, logsOf, missingLogs } from '../logs.ts'
import { type ModelUse, modelUse } from '../model-use.ts'
import { decimal, dollars, whole } from '../numbers.ts'
import type { Section } from '../section.ts'
import type { Column, Row, Table } from '../table.ts'
import { tally, tallyTable } from '../tally.ts'
import type { TrialSet } from '../trial-set.ts'

/** Number of problems with their own row. */
const MAX_PROBLEMS = 12
/** Number of answers of a set that are quoted. */
const MAX_QUOTED = 20

const USE_COLUMNS: readonly Column[] = [
  { heading: 'set', kind: 'text' },
  { heading: 'model', kind: 'text' },
  { heading: 'purpose', kind: 'text' },
  ...[
    'calls',
    'without response',
    'tokens in',
    'of them cached',
    'tokens out',
    'of them reasoning',
    'dropped messages',
    'price',
    'median ms',
    'calls per trial',
    'tokens per trial',
    'price per trial',
  ].map((heading): Column => ({ heading, kind: 'number' })),
]

/** Calls to language models with their tokens and price; null without calls. */
export function modelSection(sets: readonly TrialSet[]): Section | null {
  const used = sets.filter((set) => modelUse(set).length > 0)
  if (used.length === 0) return null
  const problems = tally(
    countInLogs(used, ({ rejected }) =>
      rejected.map(({ purpose, problem }) => `${purpose}: ${problem}`),
    ),
    MAX_PROBLEMS,
  )
  const estimated = used.some((set) => modelUse(set).some((one) => one.estimated))
  return {
    id: 'model',
    title: 'Language model',
    text: [
      'Prices are list prices in US dollars. A dash means that the price of some calls is unknown.',
      ...(estimated
        ? [
            '~ marks token counts that Delver partly estimated, because the server does not report them.',
          ]
        : []),
      'Dropped messages are the oldest ones of a dialogue, which did not fit into the model’s window.',
      ...missingLogs(used),
    ],
    plots: [],
    tables: [
      useTable(used),
      ...(problems.names.length > 0
        ? [tallyTable(problems, 'Rejected model output', 'purpose: problem')]
        : []),
      ...returnedTable(used),
    ],
  }
}

/** What models wrote that was sent back; empty without a transcript of such an answer. */
function returnedTable(sets: readonly TrialSet[]): Table[] {
  const rows = sets.flatMap(({ label, trials }) =>
    trials
      .flatMap(({ name, returned }) => returned.map((one) => ({ ...one, name })))
      .slice(0, MAX_QUOTED)
      .map(({ name, call, purpose, problem, answer }) => ({
        cells: [label, name, String(call), `${purpose}: ${problem}`, answer],
      })),
  )
  if (rows.length === 0) return []
  const headings = ['set', 'trial', 'call', 'purpose: problem', 'beginning of the answer']
  const columns = headings.map((heading): Column => ({ heading, kind: 'text' }))
  const caption = 'Answers that were sent back; delver replay shows each call in full'
  return [{ caption, columns, rows, folded: true }]
}

function useTable(sets: readonly TrialSet[]): Table {
  return {
    caption: 'Calls, tokens and prices',
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
      whole(use.cachedTokens),
      `${mark}${whole(use.outputTokens)}`,
      whole(use.reasoningTokens),
      whole(use.droppedMessages),
      dollars(use.dollars),
      whole(use.latencyMs),
      decimal(use.calls / trials),
      `${mark}${whole((use.inputTokens + use.outputTokens) / trials)}`,
      dollars(use.dollars === null ? null : use.dollars / trials),
    ],
    strong: use.purpose === 'all',
  }
}
