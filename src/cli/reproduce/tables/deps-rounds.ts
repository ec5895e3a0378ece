import { PAPER_SETTING, tableFourRow } from '#report/published'
import type { ModelNeed, TrialsRow, TrialsTable } from '../paper-table.ts'
import { BY_GROUP } from '../tallies.ts'

/** DEPS, Table 4. */
export const TABLE_4: TrialsTable = {
  kind: 'trials',
  name: 'table4',
  title: 'DEPS, Table 4: rounds of replanning, on the 76 tasks',
  asksModel: true,
  isOverAllTasks: true,
  world: 'text',
  seeds: 3,
  tally: BY_GROUP,
  elsewhere: PAPER_SETTING,
  rows: [
    row(0, '0 rounds', { calls: 1.6, inputTokens: 2611, outputTokens: 412 }),
    row(1, '1 round', { calls: 3.6, inputTokens: 5505, outputTokens: 705 }),
    row(3, '3 rounds', { calls: 5.4, inputTokens: 9051, outputTokens: 949 }),
    row(5, '5 rounds', { calls: 5.8, inputTokens: 10090, outputTokens: 993 }),
    row('inf', 'no limit', { calls: 6.1, inputTokens: 10455, outputTokens: 996 }),
  ],
}

function row(rounds: number | 'inf', label: string, perTrial: ModelNeed): TrialsRow {
  return {
    folder: `rounds-${rounds}`,
    label,
    options: { strategy: 'deps', rounds: rounds === 'inf' ? Number.POSITIVE_INFINITY : rounds },
    published: tableFourRow(rounds),
    perTrial,
  }
}
