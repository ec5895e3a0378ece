import type { Vec3 } from 'vec3'

/** Portals closer together than this are one (blocks). */
const APART = 4

/** The portals that the agent has lit or passed through, in all worlds. */
export class Portals {
  readonly #places = new Map<string, Vec3[]>()

  /** @param world as the body names it. */
  add(world: string, place: Vec3): void {
    const known = this.#places.get(world) ?? []
    const others = known.filter((other) => other.distanceTo(place) > APART)
    this.#places.set(world, [...others, place.clone()])
  }

  /** The portal is gone. */
  remove(world: string, place: Vec3): void {
    const known = this.#places.get(world) ?? []
    this.#places.set(
      world,
      known.filter((other) => other.distanceTo(place) > APART),
    )
  }

  /** The portal of a world that is nearest to a place; undefined for none. */
  nearest(world: string, from: Vec3): Vec3 | undefined {
    const known = this.#places.get(world) ?? []
    return known.toSorted((a, b) => a.distanceTo(from) - b.distanceTo(from))[0]
  }
}
