import type { HorizonModel } from '#selector/models/horizon-model'
import { estimateOf, type ForkedDecision, regretTicks } from './forks.ts'
import { median } from './statistics.ts'

/** Regret of a selector: how much longer its choices take than the best candidates (game ticks). */
export interface RegretRow {
  readonly selector: string
  readonly decisions: number
  readonly mean: number | null
  readonly median: number | null
  /** Share of decisions without a better candidate. */
  readonly best: number | null
}

/** A rule that chooses a candidate; its ticks at a decision are the expected ticks when the choice is random. */
export interface Chooser {
  readonly selector: string
  ticks(decision: ForkedDecision): number
}

/** A random candidate: the mean over all. */
const RANDOM: Chooser = {
  selector: 'random',
  ticks: ({ alternatives }) =>
    alternatives.reduce((sum, { pursuit }) => sum + regretTicks(pursuit), 0) / alternatives.length,
}

/** The candidate with the lowest prediction, the first of equal ones. */
function leastBy(
  selector: string,
  predict: (alternative: ForkedDecision['alternatives'][number]) => number,
): Chooser {
  return {
    selector,
    ticks({ alternatives: [first, ...others] }) {
      if (!first) return 0
      let best = { alternative: first, predicted: predict(first) }
      for (const alternative of others) {
        const predicted = predict(alternative)
        if (predicted < best.predicted) best = { alternative, predicted }
      }
      return regretTicks(best.alternative.pursuit)
    },
  }
}

/** The first goal of the plan. */
const FIXED = leastBy('fixed', ({ place }) => place)

/** The rules that need no model. @param own Name of the selector of the trials. */
export function usualChoosers(own: string): Chooser[] {
  return [
    leastBy(`${own} (as played)`, () => 0),
    FIXED,
    leastBy('estimate alone', ({ candidate }) => estimateOf(candidate)),
    RANDOM,
  ]
}

/** The lowest median that a model predicts from the recorded features, which is the choice of the selector `horizon`. */
export function byModel(model: HorizonModel): Chooser {
  return leastBy('horizon', ({ candidate: { features } }) =>
    features ? model.predict(features).median : Number.POSITIVE_INFINITY,
  )
}

/** The regrets of rules over decisions with at least one candidate whose goal is reached. */
export function regrets(
  decisions: readonly ForkedDecision[],
  choosers: readonly Chooser[],
): RegretRow[] {
  const told = decisions.filter(({ alternatives }) =>
    alternatives.some(({ pursuit }) => pursuit.isReached),
  )
  return choosers.map(({ selector, ticks }) => {
    const each = told.map((decision) => ticks(decision) - leastTicks(decision))
    const mean = each.reduce((sum, one) => sum + one, 0) / each.length
    return {
      selector,
      decisions: each.length,
      mean: each.length > 0 ? mean : null,
      median: median(each),
      best: each.length > 0 ? each.filter((one) => one === 0).length / each.length : null,
    }
  })
}

function leastTicks({ alternatives }: ForkedDecision): number {
  return Math.min(...alternatives.map(({ pursuit }) => regretTicks(pursuit)))
}
