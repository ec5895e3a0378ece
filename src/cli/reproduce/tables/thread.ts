import { type Method, methodNamed } from '#textcraft/methods'
import type { ModelNeed, TextCraftRow, TextCraftTable } from '../paper-table.ts'
import { ALL } from '../tallies.ts'
import { ADAPT_NEEDS, TEXTCRAFT } from './adapt.ts'

const GPT = 'GPT-3.5'
const THREAD_NEED: ModelNeed = { calls: 28.3, inputTokens: 50_000, outputTokens: 900 }

/** THREAD, Table 3: methods on TextCraft. */
export const THREAD_TABLE_THREE: TextCraftTable = {
  kind: 'textcraft',
  name: 'thread-table3',
  title: 'THREAD, Table 3: methods on the 200 test tasks of TextCraft',
  comparesModels: false,
  elsewhere: TEXTCRAFT,
  rows: [
    methodRow('reflexion', 'Reflexion', 32, ADAPT_NEEDS.reflexion),
    methodRow('react', 'ReAct', 20.5, ADAPT_NEEDS.react),
    methodRow('adapt', 'ADaPT', 52.5, ADAPT_NEEDS.adapt),
    // All threads use one model.
    {
      ...methodRow('thread', 'THREAD', 93.5, THREAD_NEED),
      executor: 'main',
    },
  ],
  leftOut: [
    {
      label: 'Decomp',
      why: 'Delver does not implement it',
      published: { model: GPT, rates: { all: 68.5 } },
    },
    {
      label: 'TDAG',
      why: 'Delver does not implement it',
      published: { model: GPT, rates: { all: 73.5 } },
    },
  ],
  notes: [
    'all threads use one model; --executor-model applies to the other rows',
    'only the GPT-3.5 column of the table; its Reflexion row is that of ADaPT, Table 2',
    'for THREAD with Llama-3-8b, Llama-2-7b and CodeLlama-7b the paper prints 92.0, 20.0 and 71.0',
  ],
}

/** Runs of the paper's Table 7. */
const RUNS = [1, 2, 3, 4, 5]

/** THREAD, Table 7: the same tasks several times, with the depth of the threads. */
export const THREAD_TABLE_SEVEN: TextCraftTable = {
  kind: 'textcraft',
  name: 'thread-table7',
  title: 'THREAD, Table 7: mean, standard error and thread depth over 5 runs of TextCraft',
  comparesModels: false,
  elsewhere: { ...TEXTCRAFT, episodes: 'every task 5 times' },
  rows: RUNS.map((run) => ({
    ...methodRow('thread', `run ${run}`, 0, THREAD_NEED),
    // The first run is that of Table 3.
    folder: run === 1 ? 'thread' : `thread-${run}`,
    executor: 'main',
    published: undefined,
  })),
  comparison(rows) {
    const runs = [...rows.values()].flatMap(({ rates, depths }) => {
      const rate = rates.get(ALL)
      const depth = depths?.get(ALL)
      return rate && rate.trials > 0 && depth
        ? { percent: (100 * rate.successes) / rate.trials, ...depth }
        : []
    })
    if (runs.length === 0) return []
    const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length
    const success = mean(runs.map(({ percent }) => percent))
    const variance = mean(runs.map(({ percent }) => (percent - success) ** 2))
    const error = runs.length > 1 ? Math.sqrt(variance / (runs.length - 1)) : null
    const depth = mean(runs.map((run) => run.mean))
    const deepest = Math.max(...runs.map(({ max }) => max))
    return [
      `mean of ${runs.length} runs: ${success.toFixed(1)} %${error === null ? '' : ` (standard error ${error.toFixed(2)})`}, thread depth ${depth.toFixed(1)} on average and at most ${deepest}`,
    ]
  },
  notes: [
    'published: 93.7 % (standard error 0.37), thread depth 5.8 on average and at most 10, with GPT-3.5',
    'with a server that answers alike at temperature 0, the runs are the same',
  ],
}

function methodRow(
  method: Method,
  label: string,
  success: number,
  perTrial: ModelNeed,
): TextCraftRow {
  const published = { model: GPT, rates: { all: success } }
  return { folder: method, label, method, dMax: methodNamed(method).maxDepth, published, perTrial }
}
