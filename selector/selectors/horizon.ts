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
    const scored = candidates.map((candidate): Scored => {
      if (!observation.body)
        return { candidate, predictedTicks: totalTicks(candidate.estimate), interval: null }
      const features = featuresOf(candidate, candidates, observation)
      const { median, low, high } = this.#model.predict(features)
      return {
        candidate,
        predictedTicks: Math.round(median),
        interval: { low: Math.round(low), high: Math.round(high) },
      }
    })
    const order = this.#choose(scored.map(({ predictedTicks }) => predictedTicks ?? Infinity))
    const later = deferrable(candidates, observation)
    return order
      .flatMap((index) => scored[index] ?? [])
      .sort((a, b) => Number(later.has(a.candidate)) - Number(later.has(b.candidate)))
  }
}
