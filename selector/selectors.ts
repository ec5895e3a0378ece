import type { HorizonModel } from './models/horizon-model.ts'
import type { Selector } from './selector.ts'
import { type Chooser, lowestPrediction, softmax } from './selectors/choose.ts'
import { FixedSelector } from './selectors/fixed.ts'
import { HorizonSelector } from './selectors/horizon.ts'
import { NearestSelector } from './selectors/nearest.ts'
import { NoSelector } from './selectors/none.ts'
import { PlanHorizonSelector } from './selectors/plan-horizon.ts'
import { RandomSelector } from './selectors/random.ts'

/** What a selector with a model consists of; only `horizon` has a choice of choosers. */
export interface HorizonParts {
  readonly model: HorizonModel
  readonly choose: Chooser
}

/** All selectors by name; `seed` is that of their random numbers. */
const MAKERS = {
  nearest: () => new NearestSelector(),
  fixed: () => new FixedSelector(),
  random: (seed: number) => new RandomSelector(seed),
  none: () => new NoSelector(),
  horizon: (_seed: number, parts: HorizonParts | null) => {
    if (!parts) throw new RangeError('the horizon selector needs a model')
    return new HorizonSelector(parts.model, parts.choose)
  },
  'plan-horizon': (_seed: number, parts: HorizonParts | null) => {
    if (!parts) throw new RangeError('the plan-horizon selector needs a model')
    return new PlanHorizonSelector(parts.model)
  },
} satisfies Readonly<Record<string, (seed: number, parts: HorizonParts | null) => Selector>>

export type SelectorName = keyof typeof MAKERS

/** The selectors that need a model. */
const WITH_MODEL: ReadonlySet<SelectorName> = new Set(['horizon', 'plan-horizon'])

/** Whether a selector predicts horizons by a trained model. */
export function usesModel(name: SelectorName): boolean {
  return WITH_MODEL.has(name)
}

/** Names of all selectors, the default first. */
export const SELECTORS = Object.keys(MAKERS) as SelectorName[]

/** All choosers by name: lowest prediction, or sampled by softmax (DEPS, equation 2). */
const CHOOSER_MAKERS = {
  argmin: () => lowestPrediction,
  softmax: (temperature: number, seed: number) => softmax(temperature, seed),
} satisfies Readonly<Record<string, (temperature: number, seed: number) => Chooser>>

export type ChooserName = keyof typeof CHOOSER_MAKERS

/** Names of all choosers, the default first. */
export const CHOOSERS = Object.keys(CHOOSER_MAKERS) as ChooserName[]

/** Default of the softmax temperature (ticks). */
export const DEFAULT_TEMPERATURE = 100

/** A chooser by its name; `temperature` (ticks) and `seed` are those of its sampling. */
export function createChooser(name: ChooserName, temperature: number, seed: number): Chooser {
  return CHOOSER_MAKERS[name](temperature, seed)
}

/**
 * A selector by its name.
 * @param parts what the selectors with a model consist of; the others need none.
 * @throws RangeError for a selector that lacks its model.
 */
export function createSelector(
  name: SelectorName,
  seed: number,
  parts: HorizonParts | null = null,
): Selector {
  return MAKERS[name](seed, parts)
}
