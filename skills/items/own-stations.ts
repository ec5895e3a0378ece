import type { Vec3 } from 'vec3'

/** What a furnace that the agent had to leave is still smelting. */
export interface FurnaceLoad {
  readonly place: Vec3
  /** Item or tag of the product, as requested. */
  readonly item: string
  readonly count: number
}

/** Crafting tables and furnaces that the agent has placed and not taken back. */
export class OwnStations {
  readonly #places = new Map<string, Vec3>()
  #furnaceLoad: FurnaceLoad | undefined

  get places(): Vec3[] {
    return [...this.#places.values()]
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
  }

  leaveLoad(load: FurnaceLoad): void {
    this.#furnaceLoad = load
  }

  resumeLoad(): void {
    this.#furnaceLoad = undefined
  }

  forgetPlaces(): void {
    this.#places.clear()
    this.#furnaceLoad = undefined
  }
}
