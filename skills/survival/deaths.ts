import type { Vec3 } from 'vec3'
import type { ItemCounts } from '#goal/goal'

/** A death, and what the agent carried. */
export interface Death {
  readonly place: Vec3
  readonly tick: number
  readonly lost: ItemCounts
  /** Whether the agent found no way there without a pickaxe. */
  readonly walledOff: boolean
  /** When the agent set out for the place (ticks), if it did. */
  readonly soughtSince?: number
}

type Loss = Pick<Death, 'place' | 'tick' | 'lost'>

/** The agent's deaths, and the one whose items it may still retrieve. */
export class Deaths {
  readonly #all: Death[] = []
  /** The last death, until the inventory after the respawn shows what the server took. */
  #unsettled: Loss | undefined
  #unvisited: Death | undefined
  #ticksToReplace: (lost: ItemCounts) => number = () => 0

  get all(): readonly Death[] {
    return this.#all
  }

  /** The last death, until the agent has been back or has given up. */
  get unvisited(): Death | undefined {
    return this.#unvisited
  }

  /** Sets how long replacing lost items takes (ticks). */
  valueBy(ticksToReplace: (lost: ItemCounts) => number): void {
    this.#ticksToReplace = ticksToReplace
  }

  /** Estimated time to replace what was lost and is still missing (ticks). */
  worth({ lost }: Death, carried: ItemCounts): number {
    return this.#ticksToReplace(without(lost, carried))
  }

  /** Records a death, with everything that the agent carried. What of it is lost shows after the respawn. */
  die(loss: Loss): void {
    this.#unsettled = loss
  }

  /** Whether the agent has not yet reported its inventory after the last respawn. */
  get isUnsettled(): boolean {
    return this.#unsettled !== undefined
  }

  /** Records what the agent carries after a respawn: a server can let it keep its items. */
  respawn(carried: ItemCounts): void {
    if (!this.#unsettled) return
    const { lost, ...death } = this.#unsettled
    this.#unsettled = undefined
    const missing = without(lost, carried)
    this.record({ ...death, lost: missing })
    if (Object.keys(missing).length === 0) this.close()
  }

  record({ place, tick, lost }: Loss): void {
    const death = { place, tick, lost, walledOff: false }
    this.#all.push(death)
    this.#unvisited = death
  }

  /** Records that the agent sets out for the place of a death. @returns the death with the time of its first attempt. */
  setOut(death: Death, tick: number): Death {
    const sought = { ...death, soughtSince: death.soughtSince ?? tick }
    this.#unvisited = sought
    return sought
  }

  /** Records that without a pickaxe there was no way to the place of a death. */
  wallOff(death: Death): void {
    this.#unvisited = { ...death, walledOff: true }
  }

  /** Records that the agent has been back, or does not try again. */
  close(): void {
    this.#unvisited = undefined
  }

  forgetPlaces(): void {
    this.#unsettled = undefined
    this.close()
  }
}

/** The items of the first that the second does not have. */
function without(items: ItemCounts, carried: ItemCounts): ItemCounts {
  const missing = Object.entries(items)
    .map(([kind, count]) => [kind, count - (carried[kind] ?? 0)] as const)
    .filter(([, count]) => count > 0)
  return Object.fromEntries(missing)
}
