import type { Goal } from '#goal/goal'
import type { Observation } from '#goal/observation'
import { goalText } from '#goal/print'
import type { Candidate, Scored, Selector } from '../selector.ts'

/** A decision whose outcome is given. */
export interface ForcedChoice {
  /** Which of a trial's decisions, from 1; each is one `goal-chosen` event. */
  readonly decision: number
  /** The candidate by its place in the selector's order, from 1, or the first with this goal, written in the goal language. */
  readonly candidate: number | string
}

/** The forced choices of one trial, and how many decisions were made in it. */
export class ForcedChoices {
  readonly #wanted: ReadonlyMap<number, number | string>
  #decisions = 0

  constructor(choices: readonly ForcedChoice[]) {
    this.#wanted = new Map(choices.map(({ decision, candidate }) => [decision, candidate]))
  }

  /** To be called for every decision that is made. */
  decided(): void {
    this.#decisions++
  }

  /** The order with the candidate in front that the coming decision is forced to; as it was where there is none. */
  apply(scored: readonly Scored[]): readonly Scored[] {
    const wanted = this.#wanted.get(this.#decisions + 1)
    const chosen =
      typeof wanted === 'number'
        ? scored[wanted - 1]
        : scored.find(({ candidate }) => wanted !== undefined && isWritten(candidate.goal, wanted))
    return chosen ? [chosen, ...scored.filter((one) => one !== chosen)] : scored
  }
}

/** Whether a goal is the one that the text says, blanks aside. */
export function isWritten(goal: Goal, text: string): boolean {
  return withoutBlanks(goalText(goal)) === withoutBlanks(text)
}

function withoutBlanks(text: string): string {
  return text.replaceAll(/\s/g, '')
}

/** A selector that has its way except where a choice is forced. */
export class ForcedSelector implements Selector {
  readonly name: string
  readonly scope: Selector['scope']
  readonly reconsiders: boolean
  readonly #selector: Selector
  readonly #choices: ForcedChoices

  constructor(selector: Selector, choices: ForcedChoices) {
    this.name = selector.name
    this.scope = selector.scope
    this.reconsiders = selector.reconsiders
    this.#selector = selector
    this.#choices = choices
  }

  choose(candidates: readonly Candidate[], observation: Observation): readonly Scored[] {
    return this.#choices.apply(this.#selector.choose(candidates, observation))
  }
}
