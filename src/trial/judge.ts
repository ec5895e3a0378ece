import type { EventBody, Target } from '#events/events'
import type { ItemCounts } from '#goal/goal'
import type { Registry } from '#knowledge/registry'
import { targetTest } from './milestones.ts'

/** A player's inventory as the server knows it: all items, worn ones included, and the kinds that are worn. */
export interface Carried {
  readonly held: ItemCounts
  readonly worn: readonly string[]
}

/** Compares the inventory that the agent reports with the server's, when the latter is known. */
export class Judge {
  readonly #isReached: (held: ItemCounts, worn: readonly string[]) => boolean
  readonly #carried: (() => Carried | null) | undefined

  /** @param carried The server's inventory of the agent; returns null before the join; undefined when unknown. */
  constructor(target: Target, registry: Registry, carried: (() => Carried | null) | undefined) {
    this.#isReached = targetTest(target, registry)
    this.#carried = carried
  }

  /** Whether the server's inventory contains the target, or is unknown. */
  agrees(): boolean {
    if (!this.#carried) return true
    const carried = this.#carried()
    return carried !== null && this.#isReached(carried.held, carried.worn)
  }

  /** The event at the end of the trial; null when the server's inventory is unknown. */
  verdict(agent: boolean): Extract<EventBody, { type: 'verdict' }> | null {
    const carried = this.#carried?.()
    if (!carried) return null
    const { held, worn } = carried
    const server = this.#isReached(held, worn)
    return { type: 'verdict', agent, server, held, worn: [...worn] }
  }
}
