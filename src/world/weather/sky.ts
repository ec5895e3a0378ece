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
    return isRainy(this.#biome(x, z), y) && this.#isOpen(x, y, z)
  }

  /** Whether nothing above a block stops rain, as also glass and water do. */
  #isOpen(x: number, y: number, z: number): boolean {
    const top = this.#level.highest(x >> 4, z >> 4)
    for (let at = y + 1; at <= top; at++) {
      const { boxes, water, lava } = this.#traits(this.#level.state(x, at, z))
      if (boxes.length > 0 || water > 0 || lava > 0) return false
    }
    return true
  }
}

function isRainy(biome: string, y: number): boolean {
  if (DRY.test(biome) || FROZEN.test(biome)) return false
  if (/mountains|windswept/.test(biome)) return y < SNOW_LINES.mountains
  return biome !== 'taiga' || y < SNOW_LINES.taiga
}
