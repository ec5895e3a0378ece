import type { EventBody, EventOf } from '#events/events'
import type { Settings } from '#events/settings'
import { type ChoiceOverride, isWritten } from '#selector/selectors/override'
import { counted } from '#wire/wording'

type Decision = Pick<EventOf<'goal-chosen'>, 'goal' | 'candidates'>

/** Counts a trial's decisions and checks that each overridden choice takes effect. */
export class DecisionCheck {
  readonly #settings: Pick<Settings, 'overrideChoice' | 'maxDecisions'>
  readonly #stop: (end: 'limit' | 'forced-choice-missing', detail: string) => void
  #count = 0

  /** @param stop Ends the trial. */
  constructor(
    settings: Pick<Settings, 'overrideChoice' | 'maxDecisions'>,
    stop: (end: 'limit' | 'forced-choice-missing', detail: string) => void,
  ) {
    this.#settings = settings
    this.#stop = stop
  }

  onEvent(event: EventBody): void {
    if (event.type !== 'goal-chosen') return
    const { overrideChoice, maxDecisions } = this.#settings
    this.#count++
    const forced = overrideChoice.find(({ decision }) => decision === this.#count)
    const problem = forced && problemOf(forced, event)
    if (problem) this.#stop('forced-choice-missing', problem)
    else if (maxDecisions !== null && this.#count > maxDecisions)
      this.#stop('limit', `the limit of ${counted(maxDecisions, 'decision')} is reached`)
  }

  /** A line on an overridden decision that the trial has not reached; null for none. */
  get missing(): string | null {
    const missed = this.#settings.overrideChoice.find(({ decision }) => decision > this.#count)
    if (!missed) return null
    return `there is no decision ${missed.decision} to override: the trial has ${this.#count}`
  }
}

/** Why a choice is not overridden; null when it is. The chosen candidate is the first. */
function problemOf(
  { decision, candidate }: ChoiceOverride,
  { candidates }: Decision,
): string | null {
  const [chosen] = candidates
  if (typeof candidate === 'string')
    return chosen && isWritten(chosen.goal, candidate)
      ? null
      : `decision ${decision} has no candidate ${candidate}`
  const { length } = candidates
  if (candidate <= length) return null
  return `decision ${decision} has no candidate ${candidate}: there ${length === 1 ? 'is' : 'are'} ${length}`
}
