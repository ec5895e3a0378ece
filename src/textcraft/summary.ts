import type { TaskResult } from './benchmark.ts'

/** What a number of tasks came to; means are null where there is nothing to take them over. */
export interface Summary {
  readonly tasks: number
  readonly solved: number
  /** Percent. */
  readonly success: number | null
  /** Mean k_max of the tasks that were solved (ADaPT, Table 3). */
  readonly depth: number | null
  /** Means for a task, solved or not. */
  readonly calls: number | null
  readonly tokens: number | null
}

export interface DepthSummary extends Summary {
  readonly recipeDepth: number
}

/** One summary for each recipe depth, the smallest first. */
export function summariesByDepth(results: readonly TaskResult[]): DepthSummary[] {
  const depths = [...new Set(results.map(({ recipeDepth }) => recipeDepth))].sort((a, b) => a - b)
  return depths.map((recipeDepth) => ({
    recipeDepth,
    ...summaryOf(results.filter((result) => result.recipeDepth === recipeDepth)),
  }))
}

export function summaryOf(results: readonly TaskResult[]): Summary {
  const solved = results.filter((result) => result.solved)
  const share = mean(results.map((result) => Number(result.solved)))
  return {
    tasks: results.length,
    solved: solved.length,
    success: share === null ? null : 100 * share,
    depth: mean(solved.map(({ depth }) => depth)),
    calls: mean(results.map(({ calls }) => calls)),
    tokens: mean(results.map(({ inputTokens, outputTokens }) => inputTokens + outputTokens)),
  }
}

function mean(values: readonly number[]): number | null {
  return values.length > 0 ? values.reduce((a, b) => a + b, 0) / values.length : null
}
