import { NEIGHBOURS } from '#geometry/neighbours'
import { type BlockTraits, UNLOADED } from '#knowledge/block-traits'
import type { NavigationView } from './navigation-view.ts'
import type { Position } from './position.ts'

/** Overhead of one dig beside its time and the rest after it: looking, changing tools (ticks). */
const DIG_OVERHEAD = 2
/** Water that pours into what was dug follows for good and slows every dig below. */
const WET_DIG = 200
/** How much of a detour it is worth not to pass beside lava. */
const HEAT = 400

/** What must be dug so that a body fits through some places, and which doors and gates are there. */
export interface Passage {
  readonly digs: readonly Position[]
  readonly doors: readonly Position[]
  readonly ticks: number
}

type Place = readonly [x: number, y: number, z: number]

/** What it takes to free one block's place. */
export interface DigCost {
  /** Whether something must be dug. */
  readonly solid: boolean
  /** Whether it is a door or gate. */
  readonly door: boolean
  /** Ticks of digging, loose blocks that come down included, and what each dig takes beside. */
  readonly digTicks: number
  readonly overhead: number
  /** Price of what is around it (ticks). */
  readonly danger: number
}

/**
 * What it takes to free places, worked out once for each: the search of a route asks for
 * the same one a dozen times. Holds as long as nothing changes.
 */
export class DigCosts {
  readonly #view: NavigationView
  readonly #origin: Position
  readonly #known = new Map<number, DigCost | null>()

  /** @param origin where the search starts; places farther than 500 blocks from it must not be asked for. */
  constructor(view: NavigationView, origin: Position) {
    this.#view = view
    this.#origin = origin
  }

  /**
   * The way through some places; undefined when there is none.
   * @param slow how many times longer digging takes than on firm ground.
   */
  passage(slow: number, ...places: readonly Place[]): Passage | undefined {
    const digs: Position[] = []
    const doors: Position[] = []
    let ticks = 0
    for (const [x, y, z] of places) {
      const cost = this.#at(x, y, z)
      if (!cost) return undefined
      ticks += ticksOf(cost, slow)
      if (cost.solid) digs.push({ x, y, z })
      if (cost.door) doors.push({ x, y, z })
    }
    return { digs, doors, ticks }
  }

  /** What it takes to free a place; null for one that cannot be entered. */
  of({ x, y, z }: Position): DigCost | null {
    return this.#at(x, y, z)
  }

  #at(x: number, y: number, z: number): DigCost | null {
    const { x: originX, y: originY, z: originZ } = this.#origin
    const key = ((x - originX + 512) * 1024 + (y - originY + 512)) * 1024 + (z - originZ + 512)
    let cost = this.#known.get(key)
    if (cost === undefined) {
      cost = this.#examine(x, y, z)
      this.#known.set(key, cost)
    }
    return cost
  }

  #examine(x: number, y: number, z: number): DigCost | null {
    const state = this.#view.state(x, y, z)
    if (state === UNLOADED) return null
    const traits = this.#view.blocks.traits(state)
    if (traits.lava || traits.harmful) return null
    const around = NEIGHBOURS.map(([dx, dy, dz]) => this.#traits(x + dx, y + dy, z + dz))
    const hot = around.some(({ lava }) => lava)
    const free = traits.open || traits.climbable || traits.doorway !== undefined
    if (free || (traits.water && traits.boxes.length === 0))
      return {
        solid: false,
        door: traits.doorway !== undefined && !traits.open,
        digTicks: 0,
        overhead: 0,
        danger: hot ? HEAT : 0,
      }
    // What is dug beside lava lets it in.
    if (!traits.diggable || hot) return null
    const ticks = this.#view.digTicks(state)
    if (!Number.isFinite(ticks)) return null
    const wet = around.some(({ water }) => water)
    // What lies loose above comes down and must be dug too.
    let digs = 1
    while (this.#traits(x, y + digs, z).falls) digs++
    const overhead = (DIG_OVERHEAD + this.#view.digPause) * digs
    return {
      solid: true,
      door: false,
      digTicks: ticks * digs,
      overhead,
      danger: wet ? WET_DIG : 0,
    }
  }

  #traits(x: number, y: number, z: number): BlockTraits {
    return this.#view.blocks.traits(this.#view.state(x, y, z))
  }
}

/**
 * Ticks to free a place, its dangers included.
 * @param slow how many times longer digging takes than on firm ground.
 */
export function ticksOf({ danger, digTicks, overhead }: DigCost, slow: number): number {
  return danger + digTicks * slow + overhead
}
