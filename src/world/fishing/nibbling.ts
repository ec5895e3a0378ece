import type { Vec3 } from 'vec3'
import type { Level } from '../level.ts'
import { roll } from '../mobs/loot.ts'
import { isOpenWater } from './open-water.ts'

/** Until a fish comes, until it has come, and while it can be pulled out (ticks): least and most. */
const LURE_TICKS = [100, 600] as const
const APPROACH_TICKS = [20, 80] as const
const BITE_TICKS = [20, 40] as const
/** Chance that a tick under a roof brings a fish no nearer. */
const COVERED_CHANCE = 0.5
/** With so many ticks more out of the water than in it, the water is not open. */
const OUT_OF_WATER_TICKS = 10

/** What happened at the hook in a tick: a fish came nearer, bit, or let go. */
export type NibbleEvent = 'approach' | 'bite' | 'release'

interface NibblingNeeds {
  readonly level: Level
  readonly random: () => number
  /** Whether the sky is right above a place. */
  readonly underSky: (x: number, y: number, z: number) => boolean
}

/**
 * What goes on at the hook of a bobber in the water, with the game's times: a fish is on its way, comes near, bites, and
 * is off again unless it is pulled out. Rain, which brings fish sooner, the practice world does not have.
 */
export class Nibbling {
  readonly #needs: NibblingNeeds
  #lure = 0
  #approach = 0
  #bite = 0
  #outOfWater = 0
  #isOpen = true

  constructor(needs: NibblingNeeds) {
    this.#needs = needs
  }

  get hasBite(): boolean {
    return this.#bite > 0
  }

  /** How long the fish that comes near still takes (ticks). */
  get approachTicks(): number {
    return this.#approach
  }

  /** Whether the bobber has lain in open water since the fish came near. */
  get inOpenWater(): boolean {
    return this.#isOpen
  }

  /**
   * One tick of a bobber that floats.
   * @param place block that it is in.
   * @param isIn whether there is water in that block.
   */
  step(place: Vec3, isIn: boolean): NibbleEvent | undefined {
    const { level } = this.#needs
    if (this.#bite <= 0 && this.#approach <= 0) this.#isOpen = true
    else this.#isOpen &&= this.#outOfWater < OUT_OF_WATER_TICKS && isOpenWater(level, place)
    this.#outOfWater = isIn
      ? Math.max(0, this.#outOfWater - 1)
      : Math.min(OUT_OF_WATER_TICKS, this.#outOfWater + 1)
    return isIn ? this.#pass(place) : undefined
  }

  #pass({ x, y, z }: Vec3): NibbleEvent | undefined {
    const { random, underSky } = this.#needs
    if (this.#bite > 0) return --this.#bite === 0 ? this.#letGo() : undefined
    const isHeldUp = !underSky(x, y + 1, z) && random() < COVERED_CHANCE
    const passed = isHeldUp ? 0 : 1
    if (this.#approach > 0) {
      this.#approach -= passed
      if (this.#approach > 0) return 'approach'
      this.#bite = roll(random, ...BITE_TICKS)
      return 'bite'
    }
    if (this.#lure > 0) {
      this.#lure -= passed
      if (this.#lure === 0) this.#approach = roll(random, ...APPROACH_TICKS)
    } else this.#lure = roll(random, ...LURE_TICKS)
    return undefined
  }

  #letGo(): NibbleEvent {
    this.#lure = 0
    this.#approach = 0
    return 'release'
  }
}
