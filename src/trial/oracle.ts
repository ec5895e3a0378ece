import type { TrialEvent } from '#events/events'
import type { Settings } from '#events/settings'
import { goalText } from '#goal/print'
import { type ForkedDecision, forkedDecisions } from './forks.ts'
import { type Decision, decisionsOf } from './samples.ts'

/** A finished trial. */
export interface Finished {
  readonly settings: Settings
  readonly events: readonly TrialEvent[]
  /** Ticks until success; Infinity without success. */
  readonly ticks: number
}

/** State of the search for the best choices of one trial. */
export type OracleSearch =
  | { readonly kind: 'open'; readonly missing: readonly Settings[] }
  | {
      readonly kind: 'found'
      /** The trial with the best choices. */
      readonly best: Finished
      /** The searched decisions. The horizon of a goal is the time from its choice to the end of the trial. */
      readonly decisions: readonly ForkedDecision[]
    }

/**
 * An oracle selector for evaluation only. Histories of the practice world repeat, so it tries every choice: at each decision
 * in turn it replays the trial with each of the other goals, pursued by the candidate that the trial's selector ranks first.
 * It keeps the goal with the shortest trial; the trial's selector makes all later choices. The oracle is never slower than
 * that selector, but the best order of all goals may be faster still.
 * @param base The trial with the choices of its own selector.
 * @param find Returns a finished trial; null for one that must be played.
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

/** The decision at which these trials diverge, with the remaining ticks of each. */
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
