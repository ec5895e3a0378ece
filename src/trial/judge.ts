import type { EventBody, Target } from '#events/events'
import type { ItemCounts } from '#goal/goal'
import type { Registry } from '#knowledge/registry'
import { targetTest } from './milestones.ts'

/** What a server says that a player carries: everything, worn things included, and the kinds worn. */
export interface Carried {
  readonly held: ItemCounts
  readonly worn: readonly string[]
}

/** Holds what the agent passes on against the server's own inventory, where that is known. */
export class Judge {
  readonly #isReached: (held: ItemCounts, worn: readonly string[]) => boolean
  readonly #carried: (() => Carried | null) | undefined

  /** @param carried What the server has of the agent; null before it has joined, left out where nobody knows. */
  constructor(target: Target, registry: Registry, carried: (() => Carried | null) | undefined) {
    this.#isReached = targetTest(target, registry)
    this.#carried = carried
  }

  /** Whether nothing is known that speaks against the target being held now. */
  agrees(): boolean {
    if (!this.#carried) return true
    const carried = this.#carried()
    return carried !== null && this.#isReached(carried.held, carried.worn)
  }

  /** The event that says both, for the end of the trial; null where the server's side is not known. */
  verdict(agent: boolean): Extract<EventBody, { type: 'verdict' }> | null {
    const carried = this.#carried?.()
    if (!carried) return null
    const { held, worn } = carried
    const server = this.#isReached(held, worn)
    return { type: 'verdict', agent, server, held, worn: [...worn] }
  }
}
