import type { Goal } from '../../goal/goal.ts'

/** Says why a goal failed (DEPS, section 3.2). */
export interface Explainer {
  /**
   * @param description the descriptor's account of the failure.
   * @returns null where there is nothing to say, or nobody who could say it.
   */
  explain(failed: Goal, description: string, signal: AbortSignal): Promise<string | null>
}

/** Explains nothing: what planners need that find the reason themselves, and an ablation of the paper. */
export const NO_EXPLAINER: Explainer = { explain: () => Promise.resolve(null) }
