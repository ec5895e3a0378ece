import { type Proportion, wilsonInterval } from '../../trial/statistics.ts'
import { tableLines } from '../table.ts'
import type { PaperTable } from './paper-tables.ts'
import type { PlayedRow, RowPlan } from './row-plan.ts'

/** What was played, for the line on what differs. */
export interface Here {
  readonly world: string
  readonly controller: string
  readonly model: string
  readonly episodes: string
}

/** The table as it was played, apart from it the paper's, and a line on what differs. */
export function tableReport(
  table: PaperTable,
  columns: readonly string[],
  rows: readonly (readonly [RowPlan, PlayedRow])[],
  here: Here,
): string[] {
  const { elsewhere } = table
  const models = [...new Set(table.rows.flatMap(({ published }) => published?.model ?? []))]
  return [
    table.title,
    '',
    'Measured here: success in percent (95 % interval, Wilson); calls, tokens and dollars: mean of a trial',
    ...indented([
      ['', 'played', ...columns, 'calls', 'tokens', '$'],
      ...rows.map(([{ row, total }, played]) => [
        row.label,
        `${played.played}/${total}`,
        ...columns.map((column) => rateText(played.rates.get(column))),
        ...usedTexts(played),
      ]),
    ]),
    '',
    'Measured elsewhere: success in percent as the paper prints it, in another setting; not to be compared as figures',
    ...indented([
      ['', 'model', ...columns],
      ...table.rows.map(({ label, published }) => [
        label,
        published?.model ?? '-',
        ...columns.map((column) => published?.rates[column]?.toFixed(1) ?? '-'),
      ]),
    ]),
    '',
    `What differs (here; there): world: ${here.world}; ${elsewhere.world} | controller: ${here.controller}; ${elsewhere.controller} | model: ${here.model}; ${models.join(' and ')} | episodes: ${here.episodes}; ${elsewhere.episodes}`,
  ]
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

function indented(rows: readonly (readonly string[])[]): string[] {
  return tableLines(rows).map((line) => `  ${line}`)
}
