import type { Vec3 } from 'vec3'
import type { ItemCounts } from '#goal/goal'

/** The contents of chests when the agent last had them open. */
export class ChestContents {
  readonly #contents = new Map<string, { readonly place: Vec3; readonly contents: ItemCounts }>()

  /** All chests with known contents. */
  get all(): readonly { readonly place: Vec3; readonly contents: ItemCounts }[] {
    return [...this.#contents.values()]
  }

  /** The contents of a chest; null for one that the agent has never opened. */
  at(place: Vec3): ItemCounts | null {
    return this.#contents.get(String(place))?.contents ?? null
  }

  remember(place: Vec3, contents: ItemCounts): void {
    this.#contents.set(String(place), { place, contents })
  }

  forget(place: Vec3): void {
    this.#contents.delete(String(place))
  }

  forgetPlaces(): void {
    this.#contents.clear()
  }
}
