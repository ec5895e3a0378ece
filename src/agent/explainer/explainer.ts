import type { PlannedGoal } from '#goal/goal'

/** The result of an explainer. */
export type Explanation =
  | { readonly kind: 'said'; readonly text: string }
  /** There is no explanation, or the call failed. */
  | { readonly kind: 'nothing' }
  /** The explainer is permanently unavailable; `reason` is one sentence. */
  | { readonly kind: 'gone'; readonly reason: string }

/** Explains why a goal failed (DEPS, section 3.2). */
export interface Explainer {
  /** @param description the descriptor's text about the failure. */
  explain(failed: PlannedGoal, description: string, signal: AbortSignal): Promise<Explanation>
}

/** Explains nothing: for planners that find the cause themselves, and as an ablation of the paper. */
export const NO_EXPLAINER: Explainer = {
  explain: () => Promise.resolve({ kind: 'nothing' }),
}
