import type { TaskResult } from './benchmark.ts'

/** What of a task goes into a summary. */
export type SummarizedTask = Pick<
  TaskResult,
  'recipeDepth' | 'solved' | 'claimed' | 'depth' | 'calls' | 'inputTokens' | 'outputTokens'
> & { readonly examples?: number | undefined }

/** What a number of tasks came to; means are null where there is nothing to take them over. */
export interface Summary {
  readonly tasks: number
  readonly solved: number
  /** Percent. */
  readonly success: number | null
  /** Tasks that are solved by the player's own word, and that word's success (percent; ADaPT, Figure 12). */
  readonly claimed: number
  readonly claimedSuccess: number | null
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
export function summariesByDepth(results: readonly SummarizedTask[]): DepthSummary[] {
  const depths = [...new Set(results.map(({ recipeDepth }) => recipeDepth))].sort((a, b) => a - b)
  return depths.map((recipeDepth) => ({
    recipeDepth,
    ...summaryOf(results.filter((result) => result.recipeDepth === recipeDepth)),
  }))
}

/**
 * Tasks that were played with solutions of a skill memory in the prompt, and those that were played without (AdaPlanner,
 * Figure 4d); null where there was no memory.
 */
export function summariesBySkills(
  results: readonly SummarizedTask[],
): { readonly with: Summary; readonly without: Summary } | null {
  if (results.every(({ examples }) => examples === undefined)) return null
  return {
    with: summaryOf(results.filter(({ examples = 0 }) => examples > 0)),
    without: summaryOf(results.filter(({ examples = 0 }) => examples === 0)),
  }
}

export function summaryOf(results: readonly SummarizedTask[]): Summary {
  const solved = results.filter((result) => result.solved)
  const claimed = results.filter((result) => result.claimed)
  return {
    tasks: results.length,
    solved: solved.length,
    success: percent(solved.length, results.length),
    claimed: claimed.length,
    claimedSuccess: percent(claimed.length, results.length),
    depth: mean(solved.map(({ depth }) => depth)),
    calls: mean(results.map(({ calls }) => calls)),
    tokens: mean(results.map(({ inputTokens, outputTokens }) => inputTokens + outputTokens)),
  }
}

function percent(part: number, all: number): number | null {
  return all > 0 ? (100 * part) / all : null
}

function mean(values: readonly number[]): number | null {
  return values.length > 0 ? values.reduce((a, b) => a + b, 0) / values.length : null
}
