import type { Goal } from '#goal/goal'
import type { GoalLanguage } from '#goal/goal-language'

/** Failed searches after which a source counts as unavailable. */
const MAX_SEARCHES = 2

/** Blocks and mobs that searches have failed to find. */
export class LostSources {
  readonly #language: GoalLanguage
  readonly #searches = new Map<string, number>()

  constructor(language: GoalLanguage) {
    this.#language = language
  }

  /** The sources that count as unavailable. */
  get all(): ReadonlySet<string> {
    const lost = [...this.#searches].filter(([, searches]) => searches >= MAX_SEARCHES)
    return new Set(lost.map(([source]) => source))
  }

  /** Whether a search has failed for each source of a goal. */
  haveFailed(goal: Goal): boolean {
    const sources = this.#language.sources(goal)
    return sources.length > 0 && sources.every((source) => this.#searches.has(source))
  }

  /** Counts a failed search for the sources of a goal. */
  notFound(goal: Goal): void {
    for (const source of new Set(this.#language.sources(goal)))
      this.#searches.set(source, (this.#searches.get(source) ?? 0) + 1)
  }

  /** Forgets all failed searches: elsewhere a search may succeed. */
  clear(): void {
    this.#searches.clear()
  }
}
