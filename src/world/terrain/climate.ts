import { BIOMES, type Biome, type BiomeName } from './biomes.ts'
import { createFractal, type Field } from './noise.ts'
import { COAST, createRelief, DEEP_SEA, type Relief, SEA } from './relief.ts'
import { smoothStep } from './smooth.ts'

/** Height of the topmost water block of seas, lakes and rivers. */
export const WATER_LEVEL = 62

/** The surface at one position, before caves, lakes and trees. */
export interface Surface {
  /** Height of the topmost solid block. */
  height: number
  biome: Biome
}

/** Temperatures: below them snow lies and taiga grows, above it the land is hot. */
const FROZEN = -0.42
const COLD = -0.23
const HOT = 0.24
/** Half the width of the transition between swamps and their surroundings, in temperature. */
const MARSH_EDGE = 0.08

/** Scale of the noise of temperature (blocks), up to 1.17 and from 1.18 on. Biomes of 1.18 are smaller. */
const ACROSS = 2900
const TALL_ACROSS = 2000

/** Height and biome of every position, determined by the seed, the position and the world's height. */
export class Climate {
  readonly #continents: Field
  readonly #temperature: Field
  readonly #humidity: Field
  readonly #variety: Field
  readonly #marshes: Field
  readonly #relief: Relief

  /** @param tall whether the terrain is that of 1.18 and later */
  constructor(seed: number, tall = false) {
    const across = tall ? TALL_ACROSS : ACROSS
    this.#continents = createFractal(`continents-${seed}`, 2 * across, 4)
    this.#temperature = createFractal(`temperature-${seed}`, across, 3)
    this.#humidity = createFractal(`humidity-${seed}`, 0.8 * across, 3)
    this.#variety = createFractal(`variety-${seed}`, 0.5 * across, 2)
    this.#marshes = createFractal(`marshes-${seed}`, 0.5 * across, 2)
    this.#relief = createRelief(seed, tall)
  }

  at(x: number, z: number): Surface {
    const continent = this.#continents(x, z)
    const inland = smoothStep(SEA + COAST, SEA + 3 * COAST, continent)
    const temperature = this.#temperature(x, z)
    const variety = this.#variety(x, z)
    const mild =
      smoothStep(COLD - MARSH_EDGE, COLD + MARSH_EDGE, temperature) *
      (1 - smoothStep(HOT - MARSH_EDGE, HOT + MARSH_EDGE, temperature))
    const swamp = mild * inland * smoothStep(0.36, 0.5, this.#marshes(x, z))
    const badlands = inland * smoothStep(0.4, 0.47, temperature) * smoothStep(0.08, 0.18, variety)
    const { height, mountains } = this.#relief(x, z, { continent, inland, swamp, badlands })
    const name = (): BiomeName => {
      const wet = height < WATER_LEVEL
      if (wet && continent < DEEP_SEA) return 'deep_ocean'
      if (wet && continent < SEA + COAST / 2) return 'ocean'
      if (swamp > 0.5) return 'swamp'
      if (wet) return temperature < FROZEN ? 'frozen_river' : 'river'
      if (continent < SEA + COAST && height <= WATER_LEVEL + 2) return 'beach'
      if (mountains) return 'mountains'
      if (badlands > 0.5) return 'badlands'
      return lowland(temperature, this.#humidity(x, z), variety)
    }
    return { height, biome: BIOMES[name()] }
  }
}

/** The biome of dry land without a special relief. */
function lowland(temperature: number, humidity: number, variety: number): BiomeName {
  if (temperature > HOT) {
    if (humidity < 0) return 'desert'
    return humidity < 0.25 ? 'savanna' : 'jungle'
  }
  if (temperature < FROZEN) return humidity < 0.15 ? 'snowy_plains' : 'snowy_taiga'
  if (temperature < COLD) return humidity < -0.3 ? 'plains' : 'taiga'
  if (humidity < -0.1) return 'plains'
  if (humidity > 0.4) return 'dark_forest'
  return variety > 0.3 ? 'birch_forest' : 'forest'
}
