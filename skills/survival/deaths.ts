import type { Vec3 } from 'vec3'
import type { ItemCounts } from '#goal/goal'

/** A death, and what the agent carried. */
export interface Death {
  readonly place: Vec3
  readonly tick: number
  readonly lost: ItemCounts
  /** Estimated time to replace what was lost (ticks). */
  readonly worth: number
  /** Whether the agent found no way there without a pickaxe. */
  readonly walledOff: boolean
  /** When the agent set out for the place (ticks), if it did. */
  readonly soughtSince?: number
}

/** The agent's deaths, and the one whose items it may still retrieve. */
export class Deaths {
  readonly #all: Death[] = []
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

  record({ place, tick, lost }: Pick<Death, 'place' | 'tick' | 'lost'>): void {
    const death = { place, tick, lost, worth: this.#ticksToReplace(lost), walledOff: false }
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
    this.close()
  }
}
