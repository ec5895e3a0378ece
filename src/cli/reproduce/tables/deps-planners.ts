import { PAPER_SETTING, type PublishedRow, tableTwoRow } from '#report/published'
import type { TrialsRow, TrialsTable } from '../paper-table.ts'
import { ALL, BY_GROUP, BY_TASK } from '../tallies.ts'
import tableTwentyOne from './deps-table21.json' with { type: 'json' }

type Method = Parameters<typeof tableTwoRow>[0]

/** The agent of the paper selects goals by the predicted horizon, with the probabilities of its equation 2. */
const HORIZON: TrialsRow = {
  folder: 'deps-horizon',
  label: 'DEPS (horizon selector, equation 2)',
  options: { strategy: 'deps', selector: 'horizon', choose: 'softmax' },
  perTrial: { calls: 6.1, inputTokens: 10455, outputTokens: 996 },
}

/** DEPS and the planners that it is compared with, in the order of its table. */
const ROWS: readonly (TrialsRow & { readonly method: Method })[] = [
  {
    method: 'GPT',
    folder: 'gpt',
    label: 'Zero-shot (GPT)',
    options: { strategy: 'gpt' },
    perTrial: { calls: 1.4, inputTokens: 432, outputTokens: 100 },
  },
  {
    method: 'ProgPrompt',
    folder: 'prog-prompt',
    label: 'ProgPrompt',
    options: { strategy: 'prog-prompt' },
    perTrial: { calls: 1, inputTokens: 585, outputTokens: 110 },
  },
  {
    method: 'CoT',
    folder: 'cot',
    label: 'Chain of thought',
    options: { strategy: 'cot' },
    perTrial: { calls: 1.5, inputTokens: 1135, outputTokens: 287 },
  },
  {
    method: 'InnerMonologue',
    folder: 'inner-monologue',
    label: 'Inner Monologue',
    options: { strategy: 'inner-monologue' },
    perTrial: { calls: 10.6, inputTokens: 11874, outputTokens: 140 },
  },
  {
    method: 'CodeAsPolicies',
    folder: 'code-as-policies',
    label: 'Code as Policies',
    options: { strategy: 'code-as-policies' },
    perTrial: { calls: 1, inputTokens: 1096, outputTokens: 295 },
  },
  {
    method: 'DEP',
    folder: 'dep',
    label: 'DEP (no selector)',
    options: { strategy: 'deps', selector: 'none' },
    perTrial: { calls: 6.5, inputTokens: 11163, outputTokens: 1054 },
  },
  {
    method: 'DEPS',
    folder: 'deps',
    label: 'DEPS',
    options: { strategy: 'deps' },
    perTrial: { calls: 6.1, inputTokens: 10455, outputTokens: 996 },
  },
]

const COMMON = {
  kind: 'trials',
  asksModel: true,
  isOverAllTasks: true,
  world: 'text',
  seeds: 3,
  elsewhere: PAPER_SETTING,
} as const

const NOTE = 'in the paper the agent starts with an axe (Table 1); here it starts with nothing'

/** DEPS, Table 2. */
export const TABLE_2: TrialsTable = {
  ...COMMON,
  name: 'table2',
  title: 'DEPS, Table 2: planners on the 76 tasks',
  tally: BY_GROUP,
  rows: [
    ...ROWS.map(({ method, ...row }) => ({ ...row, published: tableTwoRow(method) })),
    { ...HORIZON, published: tableTwoRow('DEPS') },
  ],
  notes: [NOTE],
}

/** DEPS, Table 21: the trials of Table 2 by task. */
export const TABLE_21: TrialsTable = {
  ...COMMON,
  name: 'table21',
  title: 'DEPS, Table 21: planners on each of the 76 tasks',
  tally: BY_TASK,
  isTurned: true,
  rows: [
    ...ROWS.map(({ method, ...row }) => ({ ...row, published: byTask(method) })),
    { ...HORIZON, published: byTask('DEPS') },
  ],
  notes: [
    NOTE,
    'the trials are those of table2, so with the same --out each is played once',
    'published: "-" is unreadable in our copy of the paper; rows whose names are unreadable are in the order of its appendix B, and their means for DEPS equal those of its Table 2',
  ],
}

function byTask(method: Method): PublishedRow {
  const { model, rates } = tableTwoRow(method)
  const tasks = Object.entries<Partial<Record<Method, number>>>(tableTwentyOne.tasks).flatMap(
    ([task, row]) => (row[method] === undefined ? [] : [[task, row[method]] as const]),
  )
  return { model, rates: Object.fromEntries([...tasks, [ALL, rates[ALL] ?? 0]]) }
}
