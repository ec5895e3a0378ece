import { totalTicks } from '#goal/observation'
import type { EstimatedCandidate } from '../selector.ts'
import { count, type Definition, type Judged } from './definition.ts'

/** The candidate's rank among those of the same choice, by the skills' estimates. */
export const AMONG_FEATURES: readonly Definition[] = [
  count('candidates', ({ among }) => among.length),
  count('candidates.same-goal', ({ candidate, among }) => {
    return among.filter(({ step }) => step === candidate.step).length
  }),
  count('rank', ({ candidate, among }) => {
    return among.filter((other) => ticksOf(other) < ticksOf(candidate)).length
  }),
  {
    name: 'behind-nearest',
    unit: 'log ratio',
    of: ({ candidate, among }: Judged) => {
      return Math.log1p(ticksOf(candidate)) - Math.log1p(Math.min(...among.map(ticksOf)))
    },
  },
]

function ticksOf({ estimate }: EstimatedCandidate): number {
  return totalTicks(estimate)
}
