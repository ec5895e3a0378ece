import type { PlannedGoal } from '#goal/goal'

/** What an explainer comes to. */
export type Explanation =
  | { readonly kind: 'said'; readonly text: string }
  /** There is nothing to say, or the answer was lost. */
  | { readonly kind: 'nothing' }
  /** Nobody is there who could say anything, now or later; `reason` is one sentence. */
  | { readonly kind: 'gone'; readonly reason: string }

/** Says why a goal failed (DEPS, section 3.2). */
export interface Explainer {
  /** @param description the descriptor's account of the failure. */
  explain(failed: PlannedGoal, description: string, signal: AbortSignal): Promise<Explanation>
}

/** Explains nothing: what planners need that find the reason themselves, and an ablation of the paper. */
export const NO_EXPLAINER: Explainer = {
  explain: () => Promise.resolve({ kind: 'nothing' }),
}
