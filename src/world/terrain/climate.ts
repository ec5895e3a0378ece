import { BIOMES, type Biome, type BiomeName } from './biomes.ts'
import { createField, createFractal, type Field } from './noise.ts'

/** Height of the topmost water block of seas, lakes and rivers. */
export const WATER_LEVEL = 62

/** The surface at one position, before caves, lakes and trees. */
export interface Surface {
  /** Height of the topmost solid block. */
  height: number
  biome: Biome
}

/** Continentalness thresholds of sea and deep sea. */
const SEA = -0.34
const DEEP_SEA = -0.55
/** Width of the coast in continentalness. */
const COAST = 0.08
/** Mountain share from which the biome is mountains. */
const MOUNTAINOUS = 0.35

/** 0 below `from`, 1 above `to`, smooth between. */
function smoothStep(from: number, to: number, value: number): number {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return share * share * (3 - 2 * share)
}

function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share
}

/** Height and biome of every position, determined by the seed and the position. */
export class Climate {
  readonly #continents: Field
  readonly #mountains: Field
  readonly #ridges: Field
  readonly #hilliness: Field
  readonly #hills: Field
  readonly #rivers: Field
  readonly #lakes: Field
  readonly #temperature: Field
  readonly #humidity: Field
  readonly #variety: Field

  constructor(seed: number) {
    this.#continents = createFractal(`continents-${seed}`, 900, 3)
    this.#mountains = createFractal(`mountains-${seed}`, 600, 2)
    this.#ridges = createFractal(`ridges-${seed}`, 170, 3)
    this.#hilliness = createField(`hilliness-${seed}`, 420)
    this.#hills = createFractal(`hills-${seed}`, 110, 3)
    this.#rivers = createFractal(`rivers-${seed}`, 420, 2)
    this.#lakes = createField(`lakes-${seed}`, 190)
    this.#temperature = createFractal(`temperature-${seed}`, 480, 2)
    this.#humidity = createFractal(`humidity-${seed}`, 400, 2)
    this.#variety = createField(`variety-${seed}`, 260)
  }

  at(x: number, z: number): Surface {
    const continent = this.#continents(x, z)
    const inland = smoothStep(SEA + COAST, SEA + 3 * COAST, continent)
    const mountains = inland * smoothStep(0.25, 0.65, this.#mountains(x, z))
    const height = Math.floor(this.#height(x, z, continent, inland, mountains))
    return { height, biome: BIOMES[this.#biome(x, z, continent, mountains, height)] }
  }

  #height(x: number, z: number, continent: number, inland: number, mountains: number): number {
    const bumps = this.#hills(x, z)
    if (continent < SEA) {
      const depth = smoothStep(SEA, DEEP_SEA - 0.05, continent)
      return mix(61, 38, depth) + bumps * mix(1, 4, depth)
    }
    const shore = mix(61, 65, smoothStep(SEA, SEA + COAST, continent))
    const hilliness = smoothStep(-0.4, 0.8, this.#hilliness(x, z))
    let height = shore + inland * (1.5 + (bumps + 0.35) * mix(2.5, 13, hilliness))
    if (mountains > 0) {
      const ridge = 1 - Math.abs(this.#ridges(x, z))
      height += mountains * (8 + 52 * ridge * ridge * ridge)
    }
    height = this.#lowerBeds(height, x, z, inland * (1 - smoothStep(0.1, 0.4, mountains)))
    return Math.max(height, 40)
  }

  /** Lowers the land to the beds of rivers and lakes, faded by `wetness`. */
  #lowerBeds(height: number, x: number, z: number, wetness: number): number {
    if (wetness <= 0) return height
    const river = Math.abs(this.#rivers(x, z))
    const lake = this.#lakes(x, z)
    const bed = Math.max(1 - smoothStep(0.015, 0.075, river), smoothStep(0.7, 0.86, lake))
    return mix(height, 57.5, bed * wetness)
  }

  #biome(x: number, z: number, continent: number, mountains: number, height: number): BiomeName {
    if (height < WATER_LEVEL) {
      if (continent < DEEP_SEA) return 'deep_ocean'
      return continent < SEA + COAST / 2 ? 'ocean' : 'river'
    }
    if (continent < SEA + COAST && height <= WATER_LEVEL + 2) return 'beach'
    if (mountains > MOUNTAINOUS) return 'mountains'
    const temperature = this.#temperature(x, z)
    const humidity = this.#humidity(x, z)
    if (temperature > 0.25) {
      if (humidity < -0.1) return 'desert'
      return humidity < 0.25 ? 'savanna' : 'jungle'
    }
    if (temperature < -0.28) return humidity < -0.35 ? 'plains' : 'taiga'
    if (humidity < -0.12) return 'plains'
    if (humidity > 0.38) return 'dark_forest'
    return this.#variety(x, z) > 0.3 ? 'birch_forest' : 'forest'
  }
}
