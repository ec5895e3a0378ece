import { type Proportion, wilsonInterval } from '#trial/statistics'
import { tableLines } from '../table.ts'
import type { PaperTable } from './paper-table.ts'
import type { RowPlan } from './row-plan.ts'
import type { PlayedRow } from './row-result.ts'

/** Delver's setting, for the line on the differences. */
export interface Here {
  readonly world: string
  readonly controller: string
  readonly model: string
  readonly episodes: string
}

/** The table of Delver's results, the paper's table, rows that cannot be played, and a line on the differences. */
export function tableReport(
  table: PaperTable,
  columns: readonly string[],
  rows: readonly (readonly [RowPlan, PlayedRow])[],
  here: Here,
): string[] {
  const { elsewhere, leftOut = [], notes = [] } = table
  const printed = [...rows.map(([{ row }]) => row), ...leftOut]
  const models = [...new Set(printed.flatMap(({ published }) => published?.model ?? []))]
  const hasModel = rows.some(([, { used }]) => used)
  return [
    table.title,
    '',
    `Measured here: success in percent (95 % interval, Wilson)${hasModel ? '; calls, tokens and dollars: mean per trial' : ''}`,
    ...gridLines(table, [
      ['', 'played', ...columns, ...(hasModel ? ['calls', 'tokens', '$'] : [])],
      ...rows.map(([{ row, total }, played]) => [
        row.label,
        `${played.played}/${total}`,
        ...columns.map((column) => rateText(played.rates.get(column))),
        ...(hasModel ? usedTexts(played) : []),
      ]),
    ]),
    ...leftOut.map(({ label, why }) => `  ${label}: not played (${why})`),
    '',
    'Published: success in percent as the paper prints it, in another setting; do not compare the figures directly',
    ...gridLines(table, [
      ['', 'model', ...columns],
      ...printed.map(({ label, published }) => [
        label,
        published?.model ?? '-',
        ...columns.map((column) => published?.rates[column]?.toFixed(1) ?? '-'),
      ]),
    ]),
    '',
    ...rows.flatMap(([, { notes = [] }]) => (notes.length > 0 ? [...notes, ''] : [])),
    ...comparisonLines(table, rows),
    ...notes.map((note) => `Note: ${note}`),
    `Differences (here; published): world: ${here.world}; ${elsewhere.world} | controller: ${here.controller}; ${elsewhere.controller} | model: ${here.model}; ${models.join(' and ') || 'not printed'} | episodes: ${here.episodes}; ${elsewhere.episodes}`,
  ]
}

function comparisonLines(
  table: PaperTable,
  rows: readonly (readonly [RowPlan, PlayedRow])[],
): readonly string[] {
  if (!table.comparison) return []
  const lines = table.comparison(new Map(rows.map(([{ row }, played]) => [row.folder, played])))
  return lines.length > 0 ? [...lines, ''] : []
}

function rateText(rate: Proportion | undefined): string {
  if (!rate || rate.trials === 0) return '-'
  const { successes, trials } = rate
  const interval = wilsonInterval(successes, trials).map((bound) => (100 * bound).toFixed(0))
  return `${((100 * successes) / trials).toFixed(1)} (${interval.join('-')})`
}

function usedTexts({ used, played }: PlayedRow): string[] {
  if (!used || played === 0) return ['-', '-', '-']
  return [
    (used.calls / played).toFixed(1),
    `${(used.inputTokens / played).toFixed(0)}+${(used.outputTokens / played).toFixed(0)}`,
    used.dollars === null ? '-' : (used.dollars / played).toFixed(4),
  ]
}

function gridLines({ isTurned }: PaperTable, rows: readonly (readonly string[])[]): string[] {
  const [head = []] = rows
  const turned = head.map((_, column) => rows.map((row) => row[column] ?? ''))
  return tableLines(isTurned ? turned : rows).map((line) => `  ${line}`)
}
