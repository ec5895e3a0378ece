import { isDay, skyDarkening } from '#knowledge/daylight'
import { type TraitsOf, traitsOf } from '../block-traits.ts'
import type { Level } from '../level.ts'
import type { WorldTime } from '../world-time.ts'
import type { Weather } from './weather.ts'

/** Reduction of sky light for monsters that spawn in a thunderstorm (levels). */
const STORM_DARKENING = 10
const DRY = /desert|savanna|badlands|nether|crimson|warped|soul_sand|basalt/
const FROZEN = /snowy|frozen/
/** Height from which it snows in mountains and taigas (blocks). */
const SNOW_LINES = { mountains: 95, taiga: 123 } as const

/** What comes from the sky at a time of day in the present weather. */
export class Sky {
  readonly weather: Weather
  readonly #level: Level
  readonly #time: WorldTime
  readonly #traits: TraitsOf
  readonly #biome: (x: number, z: number) => string

  constructor(needs: {
    weather: Weather
    level: Level
    time: WorldTime
    /** Name of the biome at a position. */
    biome: (x: number, z: number) => string
  }) {
    this.weather = needs.weather
    this.#level = needs.level
    this.#time = needs.time
    this.#traits = traitsOf(needs.level.registry)
    this.#biome = needs.biome
  }

  /** Reduction of sky light against a clear noon (levels). */
  get darkening(): number {
    return skyDarkening(this.#time.ofDay, this.weather.brightness)
  }

  /** The same for the spawning of monsters, which a thunderstorm lets spawn by day. */
  get spawnDarkening(): number {
    return this.weather.isThundering ? STORM_DARKENING : this.darkening
  }

  /** Whether monsters burn; not in a thunderstorm. */
  get isDay(): boolean {
    return isDay(this.#time.ofDay, this.weather.brightness)
  }

  /** Whether rain falls into a block; snow does not count. */
  rainsOn(x: number, y: number, z: number): boolean {
    if (!this.weather.isRaining || !this.#level.isLoaded(x, z)) return false
    const biome = this.#biome(x, z)
    return !DRY.test(biome) && y < snowLine(biome) && this.isOpen(x, y, z)
  }

  /** Whether snow falls into a block. */
  snowsOn(x: number, y: number, z: number): boolean {
    return this.weather.isRaining && this.isCold(x, y, z) && this.isOpen(x, y, z)
  }

  /** Whether water freezes at a place. */
  isCold(x: number, y: number, z: number): boolean {
    return y >= this.snowLine(x, z)
  }

  /** Height from which a place is cold (blocks). */
  snowLine(x: number, z: number): number {
    return snowLine(this.#biome(x, z))
  }

  /** Whether nothing above a block stops rain, as also glass and water do. */
  isOpen(x: number, y: number, z: number): boolean {
    return this.top(x, z, y) === y
  }

  /**
   * Height of the topmost block of a column that stops rain.
   * @param least the result when there is none above that height.
   */
  top(x: number, z: number, least = this.#level.minY - 1): number {
    let y = this.#level.highest(x >> 4, z >> 4)
    while (y > least && !this.#stopsRain(x, y, z)) y--
    return Math.max(y, least)
  }

  #stopsRain(x: number, y: number, z: number): boolean {
    const { boxes, water, lava } = this.#traits(this.#level.state(x, y, z))
    return boxes.length > 0 || water > 0 || lava > 0
  }
}

/** Height from which a biome is cold (blocks). */
function snowLine(biome: string): number {
  if (FROZEN.test(biome)) return Number.NEGATIVE_INFINITY
  if (/mountains|windswept/.test(biome)) return SNOW_LINES.mountains
  return biome === 'taiga' ? SNOW_LINES.taiga : Number.POSITIVE_INFINITY
}
