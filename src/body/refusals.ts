import type { Vec3 } from 'vec3'
import type { GameClock } from '#clock/game-clock'

/** A place is protected where the server has refused the agent this many blocks, with none between them that it let it dig. */
const ENOUGH = 3
/** Refusals within this distance belong together, and the surroundings of each are protected (horizontal blocks). */
const TOGETHER = 16
const RADIUS = 8
/** Time in which the server shows a block again that it did not let the agent dig (ticks). */
const RESTORED_TICKS = 10
/** Time after which the agent tries again (ticks). */
const MEMORY_TICKS = 6000

interface Refusal {
  readonly place: Vec3
  readonly tick: number
}

/** A block that the client has seen break, with its state before. */
interface Dug extends Refusal {
  readonly state: number
}

/**
 * Where the server takes back what the agent digs, at any height: the surroundings of a spawn point, or land that a plugin
 * protects. A single refusal can have other reasons.
 */
export class Refusals {
  readonly #clock: GameClock
  #refused: Refusal[] = []
  #dug: Dug[] = []

  constructor(clock: GameClock) {
    this.#clock = clock
  }

  /** The server has not let the agent dig a block. */
  add(place: Vec3): void {
    this.#refused = this.#recent().filter((one) => !one.place.equals(place))
    this.#refused.push({ place: place.clone(), tick: this.#clock.tick })
  }

  /** A block has broken, as far as the client knows. @param state its state before. */
  dug(place: Vec3, state: number): void {
    this.#dug.push({ place: place.clone(), state, tick: this.#clock.tick })
  }

  /**
   * Judges the digs of a moment ago: the server has shown again what it did not let the agent dig.
   * @param stateAt state of a block, as the client knows it.
   */
  judge(stateAt: (place: Vec3) => number | undefined): void {
    const until = this.#clock.tick - RESTORED_TICKS
    for (const { place, state, tick } of this.#dug) {
      if (tick > until) continue
      if (stateAt(place) === state) this.add(place)
      else if (this.#refused.length > 0)
        this.#refused = this.#refused.filter((one) => !isWithin(TOGETHER, one.place, place))
    }
    this.#dug = this.#dug.filter(({ tick }) => tick > until)
  }

  /** Whether a place seems to be protected. */
  has(x: number, z: number): boolean {
    if (this.#refused.length < ENOUGH) return false
    const recent = this.#recent()
    const at = { x, z }
    return recent.some(
      ({ place }) =>
        isWithin(RADIUS, place, at) &&
        recent.filter((one) => isWithin(TOGETHER, one.place, place)).length >= ENOUGH,
    )
  }

  /** Forgets all places. */
  clear(): void {
    this.#refused = []
    this.#dug = []
  }

  #recent(): Refusal[] {
    const since = this.#clock.tick - MEMORY_TICKS
    return this.#refused.filter(({ tick }) => tick >= since)
  }
}

function isWithin(
  distance: number,
  a: { readonly x: number; readonly z: number },
  b: { readonly x: number; readonly z: number },
): boolean {
  return Math.max(Math.abs(a.x - b.x), Math.abs(a.z - b.z)) <= distance
}
