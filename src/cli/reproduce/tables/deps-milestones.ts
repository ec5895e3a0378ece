import { PAPER_SETTING, tableTwoRow } from '#report/published'
import type { TrialsTable } from '../paper-table.ts'
import { BY_MILESTONE } from '../tallies.ts'

const { model, rates } = tableTwoRow('DEPS')

/** DEPS, Figure 9: milestones of trials on the way to a diamond. */
export const FIGURE_9: TrialsTable = {
  kind: 'trials',
  name: 'figure9',
  title: 'DEPS, Figure 9: milestones of ObtainDiamond',
  asksModel: true,
  isOverAllTasks: false,
  world: 'practice',
  seeds: 30,
  tally: BY_MILESTONE,
  isTurned: true,
  elsewhere: PAPER_SETTING,
  rows: [
    {
      folder: 'deps',
      label: 'DEPS',
      tasks: ['obtain_diamond'],
      options: { strategy: 'deps' },
      published: { model, rates: { diamond: rates.MT8 ?? 0 } },
      perTrial: { calls: 4, inputTokens: 6103, outputTokens: 1106 },
    },
  ],
  leftOut: [
    {
      label: 'DEPS, oracle controller',
      why: 'a controller that always succeeds; --world text is similar',
      published: { model, rates: { diamond: 60 } },
    },
  ],
  notes: [
    'published: a plot without figures; those of the diamond are from section 4.4 and appendix E',
  ],
}
