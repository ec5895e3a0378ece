import type { TaskResult } from './benchmark.ts'

/** The fields of a task that a summary needs. */
export type SummarizedTask = Pick<
  TaskResult,
  'recipeDepth' | 'solved' | 'claimed' | 'depth' | 'calls' | 'inputTokens' | 'outputTokens'
> & { readonly examples?: number | undefined }

/** The results of several tasks; a mean over no tasks is null. */
export interface Summary {
  readonly tasks: number
  readonly solved: number
  /** Percent. */
  readonly success: number | null
  /** Tasks that the player claims as solved, as a number and in percent (ADaPT, Figure 12). */
  readonly claimed: number
  readonly claimedSuccess: number | null
  /** Mean k_max of the solved tasks (ADaPT, Table 3). */
  readonly depth: number | null
  /** Means over all tasks. */
  readonly calls: number | null
  readonly tokens: number | null
}

export interface DepthSummary extends Summary {
  readonly recipeDepth: number
}

/** One summary for each recipe depth, the smallest depth first. */
export function summariesByDepth(results: readonly SummarizedTask[]): DepthSummary[] {
  const depths = [...new Set(results.map(({ recipeDepth }) => recipeDepth))].sort((a, b) => a - b)
  return depths.map((recipeDepth) => ({
    recipeDepth,
    ...summaryOf(results.filter((result) => result.recipeDepth === recipeDepth)),
  }))
}

/** Results with and without examples of a skill memory in the prompt (AdaPlanner, Figure 4d); null without a memory. */
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
