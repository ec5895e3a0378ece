import paper from '../../../report/deps-paper-results.json' with { type: 'json' }
import type { TrialsTable } from '../paper-table.ts'
import { BY_GROUP } from '../tallies.ts'

const MODEL = 'code-davinci-02'
const PER_TRIAL = { calls: 6.1, inputTokens: 10455, outputTokens: 996 }

/** DEPS, Table 3: as it is played here, MineDojo and MineRL are the practice world of the version nearest to theirs. */
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
    'here MineDojo (1.11.2) is the practice world of Minecraft 1.12.2, MineRL (1.16.5) that of 1.16.5, and MC-TextWorld (1.19.2) the text world of 1.19.2',
    "measured elsewhere: the figures that are missing cannot be read in the text of the paper at hand; MineDojo's row is Table 2's but for MT8, 0.07 here and 0.59 there",
    "measured elsewhere: MC-TextWorld's figures are shares of other numbers of tasks than the appendix lists (64.71 is 11 of 17, where MT5 has 9), so of another list",
  ],
  elsewhere: {
    world: 'MineDojo 1.11.2, MineRL 1.16.5, MC-TextWorld 1.19.2',
    controller:
      'learned controllers that see pixels (MC-Controller, Steve-1), none in MC-TextWorld',
    episodes: 'every task 30 times in MineDojo, not said of the others',
  },
}
