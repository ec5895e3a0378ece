import type { Method } from './methods.ts'

/** A published figure for these tasks. */
export interface PublishedFigure {
  readonly method: string
  readonly model: string
  /** Null for all tasks together. */
  readonly recipeDepth: number | null
  /** Percent. */
  readonly success: number
  /** Mean k_max of solved tasks. */
  readonly depth?: number
  readonly source: string
}

const ADAPT = 'Prasad et al., ADaPT (NAACL Findings 2024)'
const THREAD = 'Schroeder et al., THREAD (2024), Table 3'

/** ADaPT, Table 2: success rate over all tasks, by method. */
export const ADAPT_TABLE_2 = {
  react: figure('ReAct', null, 19, `${ADAPT}, Table 2`),
  'plan-and-execute': figure('Plan-and-Execute', null, 27, `${ADAPT}, Table 2`),
  'try-again': figure('Try Again with ReAct', null, 15, `${ADAPT}, Table 2`),
  reflexion: figure('Reflexion', null, 32, `${ADAPT}, Table 2`),
  adapt: figure('ADaPT', null, 52, `${ADAPT}, Table 2`),
} as const satisfies Partial<Record<Method, PublishedFigure>>

/** Published success rates on TextCraft's 200 test tasks. */
export const PUBLISHED: readonly PublishedFigure[] = [
  ...Object.values(ADAPT_TABLE_2),
  { ...figure('ReAct', 2, 26.9, `${ADAPT}, Table 3`), depth: 1 },
  { ...figure('ADaPT', 2, 78.2, `${ADAPT}, Table 3`), depth: 1.9 },
  { ...figure('ReAct', 3, 1.8, `${ADAPT}, Table 3`), depth: 1 },
  { ...figure('ADaPT', 3, 38.7, `${ADAPT}, Table 3`), depth: 2.8 },
  ...(
    [
      ['ReAct', 20.5],
      ['Decomp', 68.5],
      ['ADaPT', 52.5],
      ['TDAG', 73.5],
      ['THREAD', 93.5],
    ] as const
  ).map(([method, success]) => figure(method, null, success, THREAD)),
  ...(
    [
      ['ReAct', 12.5],
      ['ADaPT', 23.5],
      ['THREAD', 92],
    ] as const
  ).map(([method, success]) => figure(method, null, success, THREAD, 'Llama-3-8b')),
]

function figure(
  method: string,
  recipeDepth: number | null,
  success: number,
  source: string,
  model = 'GPT-3.5',
): PublishedFigure {
  return { method, model, recipeDepth, success, source }
}
