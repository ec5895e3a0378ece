import { type Method, methodNamed } from '#textcraft/methods'
import type { ModelNeed, TextCraftRow, TextCraftTable } from '../paper-table.ts'
import { ADAPT_NEEDS, TEXTCRAFT } from './adapt.ts'

const GPT = 'GPT-3.5'

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
      ...methodRow('thread', 'THREAD', 93.5, {
        calls: 28.3,
        inputTokens: 50_000,
        outputTokens: 900,
      }),
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

function methodRow(
  method: Method,
  label: string,
  success: number,
  perTrial: ModelNeed,
): TextCraftRow {
  const published = { model: GPT, rates: { all: success } }
  return { folder: method, label, method, dMax: methodNamed(method).maxDepth, published, perTrial }
}
