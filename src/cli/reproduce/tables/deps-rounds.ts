import { PAPER_SETTING, tableFourRow } from '../../../report/published.ts'
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
    row(0, '0 rounds', { calls: 1.4, inputTokens: 2186, outputTokens: 356 }),
    row(1, '1 round', { calls: 3.1, inputTokens: 4173, outputTokens: 567 }),
    row(3, '3 rounds', { calls: 4.7, inputTokens: 6545, outputTokens: 737 }),
    row(5, '5 rounds', { calls: 5, inputTokens: 6973, outputTokens: 759 }),
    row('inf', 'no limit', { calls: 5.2, inputTokens: 7324, outputTokens: 763 }),
  ],
}

function row(rounds: number | 'inf', label: string, perTrial: ModelNeed): TrialsRow {
  return {
    folder: `rounds-${rounds}`,
    label,
    options: { strategy: 'deps', ...(rounds !== 'inf' && { rounds }) },
    published: tableFourRow(rounds),
    perTrial,
  }
}
