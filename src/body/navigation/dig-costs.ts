import { NEIGHBOURS } from '#geometry/neighbours'
import { type BlockTraits, UNLOADED } from '#knowledge/block-traits'
import type { NavigationView } from './navigation-view.ts'
import type { Position } from './position.ts'

/** Overhead of one dig in addition to its time and cooldown: turning the head, changing tools (ticks). */
const DIG_OVERHEAD = 2
/** Surcharge for a dig that lets water in (ticks), because the water slows every dig below. */
const WET_DIG = 200
/** Longest detour to avoid a place beside lava (ticks). */
const HEAT = 400
/** Longest detour that leaves a block in its place which protects the agent, or which it could not dig a moment ago (ticks). */
const WALL = 400

/** What the agent must dig to pass through some places, and the doors and gates there. */
export interface Passage {
  readonly digs: readonly Position[]
  readonly doors: readonly Position[]
  readonly ticks: number
}

/** The passage through open places. */
export const NOTHING: Passage = { digs: [], doors: [], ticks: 0 }

type Place = readonly [x: number, y: number, z: number]

/** The cost of clearing one block. */
export interface DigCost {
  /** Whether the agent must dig it. */
  readonly solid: boolean
  /** Whether it is a door or gate. */
  readonly door: boolean
  /** Time of the digs, including loose blocks that fall, and their overhead (ticks). */
  readonly digTicks: number
  readonly overhead: number
  /** Surcharge for lava and water around it, and for walls (ticks). */
  readonly danger: number
}

/**
 * The costs of clearing blocks, cached for one search, which reads each a dozen times. They hold until a block changes.
 */
export class DigCosts {
  readonly #view: NavigationView
  readonly #origin: Position
  readonly #known = new Map<number, DigCost | null>()

  /** @param origin start of the search. Places must lie within 500 blocks of it. */
  constructor(view: NavigationView, origin: Position) {
    this.#view = view
    this.#origin = origin
  }

  /**
   * The passage through some places; undefined if there is none.
   * @param slow factor of the dig time against firm ground.
   */
  passage(slow: number, ...places: readonly Place[]): Passage | undefined {
    let way: Passage | undefined = NOTHING
    for (const place of places) {
      way = this.extend(way, slow, place)
      if (!way) return undefined
    }
    return way
  }

  /** A passage with one more place at its end; undefined if there is none. */
  extend(passage: Passage, slow: number, [x, y, z]: Place): Passage | undefined {
    const cost = this.#at(x, y, z)
    if (!cost) return undefined
    const ticks = ticksOf(cost, slow)
    if (!cost.solid && !cost.door && ticks === 0) return passage
    return {
      digs: cost.solid ? [...passage.digs, { x, y, z }] : passage.digs,
      doors: cost.door ? [...passage.doors, { x, y, z }] : passage.doors,
      ticks: passage.ticks + ticks,
    }
  }

  /** The cost of clearing a block; null if the agent must not enter its place. */
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
    // Digging beside lava lets it in.
    if (!traits.diggable || hot) return null
    if (this.#view.isProtected(traits.name, x, y, z)) return null
    const ticks = this.#view.digTicks(state)
    if (!Number.isFinite(ticks)) return null
    const wet = around.some(({ water }) => water)
    // Loose blocks above fall and must be dug as well.
    let digs = 1
    while (this.#traits(x, y + digs, z).falls) digs++
    const overhead = (DIG_OVERHEAD + this.#view.digPause) * digs
    return {
      solid: true,
      door: false,
      digTicks: ticks * digs,
      overhead,
      danger: (wet ? WET_DIG : 0) + (this.#view.avoids(x, y, z) ? WALL : 0),
    }
  }

  #traits(x: number, y: number, z: number): BlockTraits {
    return this.#view.blocks.traits(this.#view.state(x, y, z))
  }
}

/**
 * The total cost of clearing a block (ticks), including surcharges.
 * @param slow factor of the dig time against firm ground.
 */
export function ticksOf({ danger, digTicks, overhead }: DigCost, slow: number): number {
  return danger + digTicks * slow + overhead
}
