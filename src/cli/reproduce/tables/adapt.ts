import { methodNamed } from '#textcraft/methods'
import { ADAPT_TABLE_2 } from '#textcraft/published'
import type { ModelNeed, TextCraftRow, TextCraftTable } from '../paper-table.ts'

const GPT = 'GPT-3.5'
const LLAMA = 'LLaMA-2-70B'

/** Use of the scripted model by each method per task of TextCraft. */
export const ADAPT_NEEDS = {
  react: { calls: 3.5, inputTokens: 3587, outputTokens: 17 },
  'plan-and-execute': { calls: 26.1, inputTokens: 27320, outputTokens: 309 },
  'try-again': { calls: 14.2, inputTokens: 14349, outputTokens: 68 },
  reflexion: { calls: 16.3, inputTokens: 21545, outputTokens: 282 },
  adapt: { calls: 34.5, inputTokens: 36346, outputTokens: 329 },
} as const satisfies Readonly<Record<keyof typeof ADAPT_TABLE_2, ModelNeed>>

/** The setting of the papers' figures. */
export const TEXTCRAFT = {
  world: 'TextCraft, the original',
  controller: 'none',
  episodes: 'every task once',
} as const

/** The TextCraft column of ADaPT, Table 2. */
export const ADAPT_TABLE_TWO: TextCraftTable = {
  kind: 'textcraft',
  name: 'adapt-table2',
  title: 'ADaPT, Table 2: methods on the 200 test tasks of TextCraft',
  comparesModels: false,
  elsewhere: TEXTCRAFT,
  rows: [
    methodRow('react'),
    methodRow('plan-and-execute'),
    methodRow('try-again'),
    methodRow('reflexion'),
    methodRow('adapt'),
  ],
  leftOut: [{ label: 'LATS', why: 'the paper has it on WebShop only' }],
  notes: ['only the TextCraft column of the table; Delver does not implement WebShop'],
}

/** ADaPT, Table 4: different models for planner and executor. */
export const ADAPT_TABLE_FOUR: TextCraftTable = {
  kind: 'textcraft',
  name: 'adapt-table4',
  title: 'ADaPT, Table 4: models for planner and executor, on TextCraft instead of ALFWorld',
  comparesModels: true,
  elsewhere: {
    world: 'ALFWorld, dev split',
    controller: 'none',
    episodes: 'every task once, d_max 3',
  },
  rows: [
    modelRow('main', 'react', [GPT, 38.4]),
    modelRow('main', 'adapt', [GPT, 58.3]),
    modelRow('own', 'react', [LLAMA, 20.4]),
    modelRow('own', 'adapt', [`${LLAMA}, planner ${GPT}`, 43.3]),
  ],
  notes: [
    'Delver does not implement ALFWorld: the same four pairs of models play the 200 test tasks of TextCraft, d_max 4',
    '--model is the planner, and the executor of the first two rows; --executor-model is the executor of the last two',
  ],
}

/** The TextCraft line of ADaPT, Figure 4. */
export const ADAPT_FIGURE_FOUR: TextCraftTable = {
  kind: 'textcraft',
  name: 'adapt-figure4',
  title: 'ADaPT, Figure 4: recursion depth on TextCraft',
  comparesModels: false,
  elsewhere: { ...TEXTCRAFT, episodes: 'its dev split, number of runs not stated' },
  rows: [
    depthRow(1, ADAPT_NEEDS.react),
    depthRow(2, { calls: 10.2, inputTokens: 10302, outputTokens: 96 }),
    depthRow(3, { calls: 21, inputTokens: 21573, outputTokens: 214 }),
  ],
  leftOut: [
    { label: 'ALFWorld, d_max 1 to 3', why: 'Delver does not implement ALFWorld' },
    { label: 'WebShop, d_max 1 to 3', why: 'Delver does not implement WebShop' },
  ],
  notes: [
    'played on the 200 test tasks; the paper uses its dev split',
    'published: a plot without figures; d_max 1 is the executor alone, within 20 turns',
  ],
}

function methodRow(method: keyof typeof ADAPT_TABLE_2): TextCraftRow {
  const { method: label, model, success } = ADAPT_TABLE_2[method]
  const published = { model, rates: { all: success } }
  const perTrial = ADAPT_NEEDS[method]
  return { folder: method, label, method, dMax: methodNamed(method).maxDepth, published, perTrial }
}

function modelRow(
  executor: 'main' | 'own',
  method: 'react' | 'adapt',
  [model, success]: readonly [model: string, success: number],
): TextCraftRow {
  const who = executor === 'main' ? '--model' : '--executor-model'
  return {
    folder: `${method}-${executor}`,
    label: method === 'react' ? `${who} alone` : `--model plans, ${who} acts`,
    method,
    dMax: methodNamed(method).maxDepth,
    executor,
    published: { model, rates: { all: success } },
    perTrial: ADAPT_NEEDS[method],
  }
}

function depthRow(dMax: number, perTrial: ModelNeed): TextCraftRow {
  return { folder: `d-max-${dMax}`, label: `d_max ${dMax}`, method: 'adapt', dMax, perTrial }
}
