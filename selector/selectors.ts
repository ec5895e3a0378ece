import { FixedSelector } from './fixed.ts'
import { NearestSelector } from './nearest.ts'
import { NoSelector } from './none.ts'
import { RandomSelector } from './random.ts'
import type { Selector } from './selector.ts'

/** All selectors by the names that settings and the command line give them; `seed` is that of all chance in one. */
const MAKERS = {
  nearest: () => new NearestSelector(),
  fixed: () => new FixedSelector(),
  random: (seed: number) => new RandomSelector(seed),
  none: () => new NoSelector(),
} satisfies Readonly<Record<string, (seed: number) => Selector>>

export type SelectorName = keyof typeof MAKERS

/** Names of all selectors, the default first. */
export const SELECTORS = Object.keys(MAKERS) as SelectorName[]

/** A selector by its name. */
export function createSelector(name: SelectorName, seed: number): Selector {
  return MAKERS[name](seed)
}
