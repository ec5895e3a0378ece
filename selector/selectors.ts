import type { HorizonModel } from './models/horizon-model.ts'
import type { Selector } from './selector.ts'
import { type Chooser, softmax, soonest } from './selectors/choose.ts'
import { FixedSelector } from './selectors/fixed.ts'
import { HorizonSelector } from './selectors/horizon.ts'
import { NearestSelector } from './selectors/nearest.ts'
import { NoSelector } from './selectors/none.ts'
import { RandomSelector } from './selectors/random.ts'

/** What the selector that predicts horizons is made of. */
export interface HorizonParts {
  readonly model: HorizonModel
  readonly choose: Chooser
}

/** All selectors by the names that settings and the command line give them; `seed` is that of all chance in one. */
const MAKERS = {
  nearest: () => new NearestSelector(),
  fixed: () => new FixedSelector(),
  random: (seed: number) => new RandomSelector(seed),
  none: () => new NoSelector(),
  horizon: (_seed: number, parts: HorizonParts | null) => {
    if (!parts) throw new RangeError('the selector horizon takes a model')
    return new HorizonSelector(parts.model, parts.choose)
  },
} satisfies Readonly<Record<string, (seed: number, parts: HorizonParts | null) => Selector>>

export type SelectorName = keyof typeof MAKERS

/** Names of all selectors, the default first. */
export const SELECTORS = Object.keys(MAKERS) as SelectorName[]

/** How the horizon selector chooses by its predictions: the least, or by chance (DEPS, equation 2). */
export const CHOOSERS = ['argmin', 'softmax'] as const
export type ChooserName = (typeof CHOOSERS)[number]

/** By so many ticks one goal must be sooner to be e times as likely, unless told otherwise. */
export const DEFAULT_TEMPERATURE = 100

/** A way of choosing by its name; `temperature` (ticks) and `seed` are what it draws by. */
export function createChooser(name: ChooserName, temperature: number, seed: number): Chooser {
  return name === 'argmin' ? soonest : softmax(temperature, seed)
}

/**
 * A selector by its name.
 * @param parts those of the horizon selector; others need none.
 */
export function createSelector(
  name: SelectorName,
  seed: number,
  parts: HorizonParts | null = null,
): Selector {
  return MAKERS[name](seed, parts)
}
