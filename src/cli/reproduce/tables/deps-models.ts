import { PAPER_SETTING } from '#report/published'
import type { RowLeftOut, TrialsRow, TrialsTable } from '../paper-table.ts'
import { BY_GROUP } from '../tallies.ts'

/** DEPS, Table 19: success in percent of groups MT1 to MT7, by planner and model. */
const RATES = {
  Codex: {
    baseline: [28.6, 37.1, 15.1, 15.9, 3.2, 0.5, 0.6],
    DEPS: [79.8, 79.5, 62.4, 53.3, 29.2, 13.8, 12.6],
  },
  'GPT-3': {
    baseline: [27.2, 42.1, 7.8, 6.7, 2.7, 0.3, 0.4],
    DEPS: [75.4, 76.3, 58.7, 50.2, 17.2, 7.9, 5.3],
  },
  ChatGPT: {
    baseline: [20.3, 28.2, 3.2, 4.8, 0.8, 0.3, 0.5],
    DEPS: [70.2, 68.5, 50.4, 47.8, 16.3, 6.0, 5.2],
  },
  'GPT-4': {
    baseline: [49.2, 48.3, 38.04, 27.0, 15.7, 4.9, 3.1],
    DEPS: [89.3, 85.0, 63.4, 55.7, 32.2, 16.19, 16.41],
  },
} as const

type Model = keyof typeof RATES
type Planner = keyof (typeof RATES)[Model]

/** The model of the paper that stands next to the rows that are played. */
const NEWEST: Model = 'GPT-4'

/** DEPS, Table 19: the planner alone and DEPS, with the model of the command line. */
export const TABLE_19: TrialsTable = {
  kind: 'trials',
  name: 'table19',
  title: 'DEPS, Table 19: a language model as planner alone and in DEPS, on the 76 tasks',
  asksModel: true,
  isOverAllTasks: true,
  world: 'text',
  seeds: 3,
  tally: BY_GROUP,
  elsewhere: PAPER_SETTING,
  rows: [
    row('baseline', {
      folder: 'no-replanning',
      label: 'baseline (one plan, no selector)',
      options: { strategy: 'deps', selector: 'none', rounds: 0 },
      perTrial: { calls: 1.6, inputTokens: 2611, outputTokens: 412 },
    }),
    row('DEPS', {
      folder: 'deps',
      label: 'DEPS',
      options: { strategy: 'deps' },
      perTrial: { calls: 6.1, inputTokens: 10455, outputTokens: 996 },
    }),
  ],
  leftOut: (Object.keys(RATES) as Model[])
    .filter((model) => model !== NEWEST)
    .flatMap((model) => [leftOut(model, 'baseline'), leftOut(model, 'DEPS')]),
  notes: [
    'the table has one pair of rows for each model: play it again with another --model and another --out',
    'the paper prints no mean over all groups, and no figures for MT8',
  ],
}

function row(planner: Planner, rest: Omit<TrialsRow, 'published'>): TrialsRow {
  return { ...rest, published: published(NEWEST, planner) }
}

function leftOut(model: Model, planner: Planner): RowLeftOut {
  const why = 'a model of the paper, no longer served'
  return { label: `${planner}, ${model}`, why, published: published(model, planner) }
}

function published(model: Model, planner: Planner) {
  const rates = RATES[model][planner].map((rate, index) => [`MT${index + 1}`, rate] as const)
  return { model, rates: Object.fromEntries(rates) }
}
