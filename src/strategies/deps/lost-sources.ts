import type { Goal } from '#goal/goal'
import type { GoalLanguage } from '#goal/goal-language'

/** Searches in vain after which a source is taken for not to be had. */
const GIVE_UP_AFTER = 2

/** Blocks and animals that were looked for in vain. */
export class LostSources {
  readonly #language: GoalLanguage
  readonly #searches = new Map<string, number>()

  constructor(language: GoalLanguage) {
    this.#language = language
  }

  /** Those that are not to be had, as far as is known. */
  get all(): ReadonlySet<string> {
    const given = [...this.#searches].filter(([, searches]) => searches >= GIVE_UP_AFTER)
    return new Set(given.map(([source]) => source))
  }

  /** Whether a search for each of the sources of a goal was in vain. */
  areSought(goal: Goal): boolean {
    const sources = this.#language.sources(goal)
    return sources.length > 0 && sources.every((source) => this.#searches.has(source))
  }

  /** A search for the sources of a goal was in vain. */
  notFound(goal: Goal): void {
    for (const source of new Set(this.#language.sources(goal)))
      this.#searches.set(source, (this.#searches.get(source) ?? 0) + 1)
  }

  /** What could not be found before may be found elsewhere. */
  clear(): void {
    this.#searches.clear()
  }
}
