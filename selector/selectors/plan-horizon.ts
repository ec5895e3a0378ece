import type { Vec3 } from 'vec3'
import type { Goal } from '#goal/goal'
import type { Observation } from '#goal/observation'
import type { HorizonModel } from '../models/horizon-model.ts'
import type { EstimatedCandidate, Scored, Selector } from '../selector.ts'
import { deferrable } from './deferrable.ts'
import { type Predicted, predicted } from './horizon.ts'
import { type Stop, tourTicks } from './tour.ts'

/**
 * Takes the candidate with the least expected ticks until all goals that are possible now are reached, if it comes first:
 * its own horizon, as a trained model predicts it (DEPS, section 3.3), and the shortest tour of the other goals from where
 * it ends. Deferrable candidates come last. Without a body the goals have no places, and the order is that of their estimates.
 */
export class PlanHorizonSelector implements Selector {
  readonly name = 'plan-horizon'
  readonly scope = 'possible'
  readonly reconsiders = true
  readonly #model: HorizonModel

  constructor(model: HorizonModel) {
    this.#model = model
  }

  choose(candidates: readonly EstimatedCandidate[], observation: Observation): readonly Scored[] {
    const scored = predicted(this.#model, candidates, observation)
    const later = deferrable(candidates, observation)
    const rest = restOf(scored, observation)
    return scored
      .map((one) => ({ one, planTicks: one.predictedTicks + rest(one) }))
      .sort(
        (a, b) =>
          Number(later.has(a.one.candidate)) - Number(later.has(b.one.candidate)) ||
          a.planTicks - b.planTicks ||
          a.one.predictedTicks - b.one.predictedTicks,
      )
      .map(({ one }) => one)
  }
}

/** The expected ticks of all other goals after a candidate. */
function restOf(
  scored: readonly Predicted[],
  { body, travelTicks }: Observation,
): (first: Predicted) => number {
  if (!body) return () => 0
  const here = body.position
  const ways = Map.groupBy(scored, ({ candidate }) => candidate.step)
  const stops = new Map<Goal, readonly Stop[]>()
  for (const [step, options] of ways)
    if (options.some(({ candidate }) => hasPlace(candidate)))
      stops.set(
        step,
        options.map((option) => stopOf(option, here, travelTicks)),
      )
  return ({ candidate: { step, source, search }, predictedTicks }) => {
    const others = [...stops].flatMap(([goal, each]) => (goal === step ? [] : [each]))
    const inPlace = [...ways].reduce((sum, [goal, options]) => {
      if (goal === step || stops.has(goal)) return sum
      return sum + Math.min(...options.map((option) => option.predictedTicks))
    }, 0)
    const searched = search ? predictedTicks : 0
    return (
      inPlace + tourTicks({ position: source?.position ?? here, searched }, others, travelTicks)
    )
  }
}

/** Whether a candidate leads elsewhere; crafting does not. */
function hasPlace({ source, search }: EstimatedCandidate): boolean {
  return source !== null || search !== null
}

function stopOf(
  { candidate: { source }, predictedTicks }: Predicted,
  here: Vec3,
  travel: Observation['travelTicks'],
): Stop {
  if (!source) return { position: null, ticks: predictedTicks }
  const position = source.position
  return { position, ticks: Math.max(0, predictedTicks - travel(here, position)) }
}
