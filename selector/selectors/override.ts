import type { Goal } from '#goal/goal'
import type { Observation } from '#goal/observation'
import { goalText } from '#goal/print'
import type { EstimatedCandidate, Scored, Selector } from '../selector.ts'

/** A decision whose outcome is overridden. */
export interface ChoiceOverride {
  /** Number of the decision in its trial, from 1; each decision is one `goal-chosen` event. */
  readonly decision: number
  /** The candidate's number in the selector's order, from 1, or its goal in the goal language (the first that matches). */
  readonly candidate: number | string
}

/** The overridden choices of one trial, and a count of its decisions. */
export class ChoiceOverrides {
  readonly #wanted: ReadonlyMap<number, number | string>
  #decisions = 0

  constructor(choices: readonly ChoiceOverride[]) {
    this.#wanted = new Map(choices.map(({ decision, candidate }) => [decision, candidate]))
  }

  /** Counts a decision; the caller reports each one. */
  decided(): void {
    this.#decisions++
  }

  /** The order with the overriding candidate of the next decision in front; unchanged if there is none. */
  apply(scored: readonly Scored[]): readonly Scored[] {
    const wanted = this.#wanted.get(this.#decisions + 1)
    const chosen =
      typeof wanted === 'number'
        ? scored[wanted - 1]
        : scored.find(({ candidate }) => wanted !== undefined && isWritten(candidate.goal, wanted))
    return chosen ? [chosen, ...scored.filter((one) => one !== chosen)] : scored
  }
}

/** Whether a text is the given goal in the goal language, whitespace aside. */
export function isWritten(goal: Goal, text: string): boolean {
  return withoutWhitespace(goalText(goal)) === withoutWhitespace(text)
}

function withoutWhitespace(text: string): string {
  return text.replaceAll(/\s/g, '')
}

/** A selector whose choices can be overridden. */
export class OverridingSelector implements Selector {
  readonly name: string
  readonly scope: Selector['scope']
  readonly reconsiders: boolean
  readonly #selector: Selector
  readonly #overrides: ChoiceOverrides

  constructor(selector: Selector, overrides: ChoiceOverrides) {
    this.name = selector.name
    this.scope = selector.scope
    this.reconsiders = selector.reconsiders
    this.#selector = selector
    this.#overrides = overrides
  }

  choose(candidates: readonly EstimatedCandidate[], observation: Observation): readonly Scored[] {
    return this.#overrides.apply(this.#selector.choose(candidates, observation))
  }
}
