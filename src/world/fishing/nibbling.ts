import type { Vec3 } from 'vec3'
import type { Level } from '../level.ts'
import { roll } from '../mobs/loot.ts'
import { isOpenWater } from './open-water.ts'

/** Wait for a fish, its approach, and the time to reel it in (ticks): minimum and maximum. */
const LURE_TICKS = [100, 600] as const
const APPROACH_TICKS = [20, 80] as const
const BITE_TICKS = [20, 40] as const
/** Chance that a tick under a roof does not count towards the wait, and that a tick in rain counts twice. */
const COVERED_CHANCE = 0.5
const RAIN_CHANCE = 0.25
/** The water is not open when the ticks outside it exceed those inside by this number. */
const OUT_OF_WATER_TICKS = 10

/** A fishing event: a fish approaches, bites, or escapes. */
export type NibbleEvent = 'approach' | 'bite' | 'release'

interface NibblingNeeds {
  readonly level: Level
  readonly random: () => number
  /** Whether the sky is directly above a block. */
  readonly underSky: (x: number, y: number, z: number) => boolean
  readonly rainsOn: (x: number, y: number, z: number) => boolean
}

/**
 * The fish at a floating bobber, with the game's times: it appears, approaches, bites, and escapes unless the
 * player reels it in. Rain shortens the wait.
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

  /** Remaining time of a fish's approach (ticks). */
  get approachTicks(): number {
    return this.#approach
  }

  /** Whether the bobber has been in open water since the fish began to approach. */
  get inOpenWater(): boolean {
    return this.#isOpen
  }

  /**
   * Advances the fish by one tick.
   * @param place block of the bobber.
   * @param isIn whether that block contains water.
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
    const { random, underSky, rainsOn } = this.#needs
    if (this.#bite > 0) return --this.#bite === 0 ? this.#letGo() : undefined
    const isHeldUp = !underSky(x, y + 1, z) && random() < COVERED_CHANCE
    const isSpedUp = rainsOn(x, y + 1, z) && random() < RAIN_CHANCE
    const passed = (isHeldUp ? 0 : 1) + (isSpedUp ? 1 : 0)
    if (this.#approach > 0) {
      this.#approach -= passed
      if (this.#approach > 0) return 'approach'
      this.#bite = roll(random, ...BITE_TICKS)
      return 'bite'
    }
    if (this.#lure > 0) {
      this.#lure -= passed
      if (this.#lure <= 0) this.#approach = roll(random, ...APPROACH_TICKS)
    } else this.#lure = roll(random, ...LURE_TICKS)
    return undefined
  }

  #letGo(): NibbleEvent {
    this.#lure = 0
    this.#approach = 0
    return 'release'
  }
}
