import { FixedSelector } from './fixed.ts'
import { NearestSelector } from './nearest.ts'
import { NoSelector } from './none.ts'
import { RandomSelector } from './random.ts'
import type { Selector, SelectorName } from './selector.ts'

/** A selector by its name. @param seed of all chance in it. */
export function createSelector(name: SelectorName, seed: number): Selector {
  switch (name) {
    case 'nearest':
      return new NearestSelector()
    case 'fixed':
      return new FixedSelector()
    case 'random':
      return new RandomSelector(seed)
    case 'none':
      return new NoSelector()
  }
}
