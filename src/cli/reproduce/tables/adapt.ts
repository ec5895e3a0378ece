import { methodNamed } from '#textcraft/methods'
import { ADAPT_TABLE_2 } from '#textcraft/published'
import type { ModelNeed, TextCraftRow, TextCraftTable } from '../paper-table.ts'
import { ALL } from '../tallies.ts'
import { CLAIMED, depthColumn } from '../textcraft-columns.ts'

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

/** The methods of Table 2 and Figure 7, in their order. */
const METHODS = ['react', 'plan-and-execute', 'try-again', 'reflexion', 'adapt'] as const

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
  rows: METHODS.map(methodRow),
  leftOut: [{ label: 'LATS', why: 'the paper has it on WebShop only' }],
  notes: ['only the TextCraft column of the table; Delver does not implement WebShop'],
}

/** ADaPT, Table 3: success by the depth of the recipe. */
export const ADAPT_TABLE_THREE: TextCraftTable = {
  kind: 'textcraft',
  name: 'adapt-table3',
  title: 'ADaPT, Table 3: success by recipe depth on the 200 test tasks of TextCraft',
  comparesModels: false,
  columns: [depthColumn(2), depthColumn(3), depthColumn(4)],
  elsewhere: TEXTCRAFT,
  rows: [byDepth('react', [26.9, 1.8]), byDepth('adapt', [78.2, 38.7])],
  comparison: (rows) =>
    [...rows].flatMap(([folder, { depths }]) => {
      const texts = [2, 3, 4].flatMap((depth) => {
        const reached = depths?.get(depthColumn(depth))
        return reached && reached.max > 0 ? `depth ${depth}: ${reached.mean.toFixed(1)}` : []
      })
      return texts.length > 0 ? [`mean k_max of solved tasks, ${folder}: ${texts.join(', ')}`] : []
    }),
  notes: [
    'published k_max: 1.0 for ReAct; for ADaPT 1.9 at recipe depth 2 and 2.8 at recipe depth 3',
    'the paper has no figures for recipe depth 4',
  ],
}

/** ADaPT, Figure 7: calls of each method on TextCraft. */
export const ADAPT_FIGURE_SEVEN: TextCraftTable = {
  kind: 'textcraft',
  name: 'adapt-figure7',
  title: 'ADaPT, Figure 7: calls to the model by method, on TextCraft',
  comparesModels: false,
  elsewhere: TEXTCRAFT,
  rows: METHODS.map((method) => withoutFigures(methodRow(method))),
  leftOut: [{ label: 'ALFWorld and WebShop', why: 'Delver does not implement them' }],
  notes: [
    'the column calls is the figure; the trials are those of adapt-table2, so with the same --out each is played once',
    'published: a plot without figures',
  ],
}

/** ADaPT, Figure 12: success as the player claims it, and as the game knows it. */
export const ADAPT_FIGURE_TWELVE: TextCraftTable = {
  kind: 'textcraft',
  name: 'adapt-figure12',
  title: 'ADaPT, Figure 12: success by the game and as claimed by the model, on TextCraft',
  comparesModels: false,
  columns: [ALL, CLAIMED],
  elsewhere: TEXTCRAFT,
  rows: [withoutFigures(methodRow('adapt'))],
  leftOut: [{ label: 'ALFWorld and WebShop', why: 'Delver does not implement them' }],
  notes: ['published: a plot without figures'],
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

/** A row of a figure, which prints no numbers. */
function withoutFigures({ published: _, ...row }: TextCraftRow): TextCraftRow {
  return row
}

/** A method's row by recipe depth; the paper has depths 2 and 3. */
function byDepth(
  method: 'react' | 'adapt',
  [two, three]: readonly [two: number, three: number],
): TextCraftRow {
  const rates = { [depthColumn(2)]: two, [depthColumn(3)]: three }
  return { ...methodRow(method), published: { model: GPT, rates } }
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
