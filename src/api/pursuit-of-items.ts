import { type EventBody, type Target, targetCounts } from '#events/events'
import type { ItemCounts } from '#goal/goal'
import type { Registry } from '#knowledge/registry'
import { targetTest } from '#trial/milestones'

export interface PursueOptions {
  /** Game ticks (20 a second) that the agent has; the task's own limit by default. */
  readonly maxTicks?: number
  /** Ends the pursuit early; the promise resolves. */
  readonly signal?: AbortSignal
  /** Called with every decision and outcome, as they are written to a trial's event log. */
  readonly onEvent?: (event: EventBody) => void
}

/** How a pursuit ended. */
export interface PursueOutcome {
  /** Whether the server's inventory holds what was asked for. */
  readonly obtained: boolean
  /** Why the pursuit ended, in one line. */
  readonly reason: string
  /** Game ticks from the call to the end. */
  readonly ticks: number
  /** The last inventory that the server sent, worn items included. */
  readonly inventory: ItemCounts
}

/** Follows the inventory until it holds a target. */
export class PursuitOfItems {
  readonly #isReached: (held: ItemCounts, worn: readonly string[]) => boolean
  readonly #target: Target
  readonly #obtained = new AbortController()
  #held: ItemCounts = {}

  constructor(target: Target, registry: Registry) {
    this.#target = target
    this.#isReached = targetTest(target, registry)
  }

  /** Fires when the inventory holds the target. */
  get obtained(): AbortSignal {
    return this.#obtained.signal
  }

  /** The server has sent an inventory: everything carried, and the kinds worn. */
  readonly update = (held: ItemCounts, worn: readonly string[]): void => {
    this.#held = held
    if (this.#isReached(held, worn)) this.#obtained.abort()
  }

  /** @param reason why the pursuit ended, if it did not obtain the target. */
  outcome(reason: string, ticks: number): PursueOutcome {
    const obtained = this.#obtained.signal.aborted
    const wanted = Object.entries(targetCounts(this.#target))
      .map(([item, count]) => (count === 1 ? item : `${count} ${item}`))
      .join(' and ')
    return {
      obtained,
      reason: obtained ? `the inventory holds ${wanted}` : reason,
      ticks,
      inventory: this.#held,
    }
  }
}
