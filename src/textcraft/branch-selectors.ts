import type { Selector } from '#selector/selector'
import { NearestSelector } from '#selector/selectors/nearest'

/** What orders the branches of a plan, by the names that logs and the command line use. */
const MAKERS = {
  /** Keeps the order of the plan. */
  none: () => null,
  /** Estimates by recipes that a model does not see. */
  nearest: () => new NearestSelector(),
} satisfies Readonly<Record<string, () => Selector | null>>

export type BranchSelectorName = keyof typeof MAKERS

/** Names of all selectors of branches. */
export const BRANCH_SELECTORS = Object.keys(MAKERS) as BranchSelectorName[]

/** Creates a selector of branches by its name; null for the order of the plan. */
export function createBranchSelector(name: BranchSelectorName): Selector | null {
  return MAKERS[name]()
}
