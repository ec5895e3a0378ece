import type { Vec3 } from 'vec3'

/** What a furnace that the agent had to leave is still smelting. */
export interface FurnaceLoad {
  readonly place: Vec3
  /** Item or tag of the product, as requested. */
  readonly item: string
  readonly count: number
}

/** Number of stations left behind that the agent remembers. */
const MAX_LEFT = 24

/** Crafting tables and furnaces that the agent has placed and not taken back. */
export class OwnStations {
  readonly #places = new Map<string, Vec3>()
  /** Stations that it does not intend to take back, the latest last. */
  #left: Vec3[] = []
  #furnaceLoad: FurnaceLoad | undefined

  get places(): Vec3[] {
    return [...this.#places.values()]
  }

  /** All that it placed and did not dig up, also those that it left for good. */
  get standing(): Vec3[] {
    return [...this.places, ...this.#left]
  }

  /** The furnace that the agent left while it was smelting. */
  get furnaceLoad(): FurnaceLoad | undefined {
    return this.#furnaceLoad
  }

  has(place: Vec3): boolean {
    return this.#places.has(String(place))
  }

  add(place: Vec3): void {
    this.#places.set(String(place), place)
  }

  remove(place: Vec3): void {
    this.#places.delete(String(place))
    this.#left = this.#left.filter((one) => !one.equals(place))
  }

  /** Leaves a station for good. */
  abandon(place: Vec3): void {
    this.remove(place)
    this.#left = [...this.#left, place].slice(-MAX_LEFT)
  }

  leaveLoad(load: FurnaceLoad): void {
    this.#furnaceLoad = load
  }

  resumeLoad(): void {
    this.#furnaceLoad = undefined
  }

  forgetPlaces(): void {
    this.#places.clear()
    this.#left = []
    this.#furnaceLoad = undefined
  }
}
