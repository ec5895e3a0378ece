import { priceOfPlace } from './detours.ts'
import type { NavigationView } from './navigation-view.ts'
import { PlaceCache } from './place-cache.ts'
import type { Position } from './position.ts'

/** What one search has read of the world. Nothing changes meanwhile, because a search takes no game time. */
export class SearchMemory {
  readonly #states = new PlaceCache()
  readonly #known = new PlaceCache()
  readonly #avoided = new PlaceCache()
  readonly #prices = new PlaceCache()

  /** Forgets the last search, whose view must not be used any more. @returns the same view, which reads each place once. */
  begin(view: NavigationView, origin: Position): SearchView {
    this.#states.begin(origin, (x, y, z) => view.state(x, y, z))
    this.#known.begin(origin, (x, y, z) => Number(view.isKnown(x, y, z)))
    this.#avoided.begin(origin, (x, y, z) => Number(view.avoids(x, y, z)))
    const remembered = {
      ...view,
      state: (x: number, y: number, z: number) => this.#states.at(x, y, z),
      isKnown: (x: number, y: number, z: number) => this.#known.at(x, y, z) === 1,
      avoids: (x: number, y: number, z: number) => this.#avoided.at(x, y, z) === 1,
    }
    this.#prices.begin(origin, (x, y, z) => priceOfPlace(remembered, x, y, z))
    return { ...remembered, priceOfPlace: (x, y, z) => this.#prices.at(x, y, z) }
  }
}

/** The input of a search, with what it adds up from it. */
export interface SearchView extends NavigationView {
  /** Surcharge for standing at a place (ticks). */
  priceOfPlace(x: number, y: number, z: number): number
}
