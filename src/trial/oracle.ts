import type { TrialEvent } from '#events/events'
import type { Settings } from '#events/settings'
import { goalText } from '#goal/print'
import { type ForkedDecision, forkedDecisions } from './forks.ts'
import { type Decision, decisionsOf } from './samples.ts'

/** A trial that was played to its end. */
export interface Finished {
  readonly settings: Settings
  readonly events: readonly TrialEvent[]
  /** Ticks until it succeeded; Infinity where it did not. */
  readonly ticks: number
}

/** How far the search for the best choices of one trial has come. */
export type OracleSearch =
  | { readonly kind: 'open'; readonly missing: readonly Settings[] }
  | {
      readonly kind: 'found'
      /** The trial that made them. */
      readonly best: Finished
      /**
       * The decisions that were searched; the horizons of their goals are those of the whole trial, until it was over with
       * that goal taken first.
       */
      readonly decisions: readonly ForkedDecision[]
    }

/**
 * The oracle among selectors, for evaluation alone: since histories of the practice world repeat, it plays each choice and
 * sees what comes of it. At each decision in turn it has the trial played again with each of the other goals, by the way
 * that the trial's selector likes best, and takes the one with which the trial is over first, its selector choosing what
 * comes after. So it is never slower than that selector, and one choice better informed than any; the best of all orders
 * may be quicker still.
 * @param base the trial as its own selector plays it.
 * @param find a trial that was played; null for one that is still to be.
 */
export function searchOracle(
  base: Settings,
  find: (settings: Settings) => Finished | null,
): OracleSearch {
  const first = find(base)
  if (!first) return { kind: 'open', missing: [base] }
  let best = first
  const searched: ForkedDecision[] = []
  for (let place = 0; place < decisionsOf(best.events).length; place++) {
    const { decision } = decisionsOf(best.events)[place] ?? {}
    const forks = decision ? forksAt(best.settings, place + 1, decision) : []
    const played = forks.flatMap((settings) => find(settings) ?? [])
    if (played.length < forks.length)
      return { kind: 'open', missing: forks.filter((settings) => !find(settings)) }
    searched.push(...untilTheEnd(best, played))
    best = played.reduce((a, b) => (b.ticks < a.ticks ? b : a), best)
  }
  return { kind: 'found', best, decisions: searched }
}

/** The decision at which these trials part, with how long each of them still took. */
function untilTheEnd(base: Finished, forks: readonly Finished[]): ForkedDecision[] {
  const logs = forks.map(({ events }) => events)
  return forkedDecisions(base.events, logs).map(({ decision, alternatives }) => {
    const begun = decisionsOf(base.events)[decision - 1]?.decision.t ?? 0
    const rest = (trial = base) => ({
      ticks: trial.ticks - begun,
      isReached: Number.isFinite(trial.ticks),
    })
    const [chosen, ...others] = alternatives
    const told = others.map((one, place) => ({ ...one, pursuit: rest(forks[place]) }))
    return { decision, alternatives: chosen ? [{ ...chosen, pursuit: rest() }, ...told] : told }
  })
}

/** The trial with each of the other goals at a decision. */
function forksAt(settings: Settings, place: number, { candidates }: Decision): Settings[] {
  const goals = candidates.map(({ goal }) => goalText(goal))
  return goals.flatMap((goal, index) =>
    goals.indexOf(goal) === index && index > 0
      ? {
          ...settings,
          overrideChoice: [...settings.overrideChoice, { decision: place, candidate: index + 1 }],
        }
      : [],
  )
}
