import paper from '../../../report/deps-paper-results.json' with { type: 'json' }
import type { TrialsTable } from '../paper-table.ts'
import { BY_GROUP } from '../tallies.ts'

const MODEL = 'code-davinci-02'
const PER_TRIAL = { calls: 6.1, inputTokens: 10455, outputTokens: 996 }

/** DEPS, Table 3. The practice world of the most similar version stands in for MineDojo and MineRL. */
export const TABLE_3: TrialsTable = {
  kind: 'trials',
  name: 'table3',
  title: 'DEPS, Table 3: DEPS in three worlds, on the 76 tasks',
  asksModel: true,
  isOverAllTasks: true,
  world: null,
  seeds: 3,
  tally: BY_GROUP,
  rows: [
    {
      folder: 'minedojo',
      label: 'MineDojo',
      world: 'practice',
      options: { strategy: 'deps', mcVersion: '1.12.2' },
      published: { model: MODEL, rates: { MT1: 79.77, MT4: 53.32, MT7: 12.56, MT8: 0.07 } },
      perTrial: PER_TRIAL,
    },
    {
      folder: 'minerl',
      label: 'MineRL',
      world: 'practice',
      options: { strategy: 'deps', mcVersion: '1.16.5' },
      published: { model: MODEL, rates: { MT1: 84.05, MT2: 80.32, MT4: 36.21, MT8: 1.84 } },
      perTrial: PER_TRIAL,
    },
    {
      folder: 'textworld',
      label: 'MC-TextWorld',
      world: 'text',
      options: { strategy: 'deps', mcVersion: '1.19.2' },
      published: { model: MODEL, rates: paper.table3TextWorld },
      perTrial: PER_TRIAL,
    },
  ],
  notes: [
    'the practice world of Minecraft 1.12.2 stands in for MineDojo (1.11.2), that of 1.16.5 for MineRL (1.16.5), and the text world of 1.19.2 for MC-TextWorld (1.19.2)',
    "published: missing figures are unreadable in our copy of the paper; MineDojo's row equals that of Table 2 except for MT8, with 0.07 in Table 3 and 0.59 in Table 2",
    "published: MC-TextWorld's figures are shares of another list of tasks than the appendix (64.71 is 11 of 17, and MT5 has 9 tasks)",
  ],
  elsewhere: {
    world: 'MineDojo 1.11.2, MineRL 1.16.5, MC-TextWorld 1.19.2',
    controller: 'learned controllers on pixels (MC-Controller, Steve-1), none in MC-TextWorld',
    episodes: 'every task 30 times in MineDojo, not stated for the others',
  },
}
