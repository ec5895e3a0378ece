import { type Observation, totalTicks } from '#goal/observation'
import { featuresOf } from '../features/features.ts'
import type { HorizonModel } from '../models/horizon-model.ts'
import type { EstimatedCandidate, Scored, Selector } from '../selector.ts'
import type { Chooser } from './choose.ts'
import { deferrable } from './deferrable.ts'

/**
 * Takes goals by the horizons that a trained model predicts (DEPS, section 3.3); deferrable candidates come last. Without
 * a body the selector uses the skills' estimates, because the model was trained on embodied trials only.
 */
export class HorizonSelector implements Selector {
  readonly name = 'horizon'
  readonly scope = 'possible'
  readonly reconsiders = true
  readonly #model: HorizonModel
  readonly #choose: Chooser

  constructor(model: HorizonModel, choose: Chooser) {
    this.#model = model
    this.#choose = choose
  }

  choose(candidates: readonly EstimatedCandidate[], observation: Observation): readonly Scored[] {
    const scored = predicted(this.#model, candidates, observation)
    const order = this.#choose(scored.map(({ predictedTicks }) => predictedTicks))
    const later = deferrable(candidates, observation)
    return order
      .flatMap((index) => scored[index] ?? [])
      .sort((a, b) => Number(later.has(a.candidate)) - Number(later.has(b.candidate)))
  }
}

/** A candidate with its predicted horizon. */
export type Predicted = Scored & { readonly predictedTicks: number }

/** The horizons that a model predicts for candidates; without a body, the estimates of their skills. */
export function predicted(
  model: HorizonModel,
  candidates: readonly EstimatedCandidate[],
  observation: Observation,
): readonly Predicted[] {
  return candidates.map((candidate) => {
    if (!observation.body)
      return { candidate, predictedTicks: totalTicks(candidate.estimate), interval: null }
    const { median, low, high } = model.predict(featuresOf(candidate, candidates, observation))
    return {
      candidate,
      predictedTicks: Math.round(median),
      interval: { low: Math.round(low), high: Math.round(high) },
    }
  })
}
