import seedrandom from 'seedrandom'
import type { Vec3 } from 'vec3'
import { DAY_TICKS, moonlight } from '#knowledge/daylight'
import { type TraitsOf, traitsOf } from '../block-traits.ts'
import type { Level } from '../level.ts'
import type { Sky } from '../weather/sky.ts'
import type { WorldTime } from '../world-time.ts'
import type { LightMeter } from './light.ts'
import type { MobName } from './mob-kinds.ts'

const FULL_LIGHT = 15
/** Greatest block light level for monster spawning before 1.18; from 1.18 on it is 0. */
const MAX_BLOCK_LIGHT = 7
/** Exclusive bounds of the random light levels that the sky light and the total light must not exceed. */
const SKY_ODDS = 32
const LIGHT_ODDS = 8
/** Animals need a light level above this. */
const ANIMAL_LIGHT = 8
/** Nothing spawns on a block with at least this luminance. */
const GLOWING = 14
/** Slimes spawn below the first height in slime chunks (1 in 10) with this chance, and between the other two in swamps. */
const SLIME_HEIGHT = 40
const SLIME_ODDS = 0.1
const SWAMP_LOW = 50
const SWAMP_HIGH = 70
/** Chances of a drowned: in rivers; in oceans, below this height. */
const RIVER_ODDS = 1 / 15
const SEA_ODDS = 1 / 40
const SEA_DEPTH = 58

/** Light level up to which skeletons and endermen spawn in the Nether from 1.18 on. */
const NETHER_LIGHT = 7
/** Chances of the mobs that only the Nether has. */
const NETHER_ODDS = {
  zombified_piglin: 1,
  piglin: 1,
  hoglin: 1,
  magma_cube: 1,
  ghast: 1 / 20,
} as const satisfies Partial<Record<MobName, number>>
type NetherMob = keyof typeof NETHER_ODDS

interface SpawnRuleNeeds {
  level: Level
  time: WorldTime
  seed: number | string
  random: () => number
  light: LightMeter
  sky: Pick<Sky, 'darkening' | 'spawnDarkening'>
}

/** Spawn conditions of each mob: ground or water, light level, and its special rules. */
export class SpawnRules {
  readonly #needs: SpawnRuleNeeds
  readonly #traits: TraitsOf
  readonly #maxBlockLight: number
  readonly #slimeChunks = new Map<string, boolean>()

  constructor(needs: SpawnRuleNeeds) {
    this.#needs = needs
    const { registry } = needs.level
    this.#traits = traitsOf(registry)
    this.#maxBlockLight = registry.data.isNewerOrEqualTo('1.18') ? 0 : MAX_BLOCK_LIGHT
  }

  /** Whether a pack may start at a block. */
  isOpen(x: number, y: number, z: number): boolean {
    return !this.#traits(this.#needs.level.state(x, y, z)).cube
  }

  /** @param biome name of the biome at the position. */
  allow(name: MobName, place: Vec3, hostile: boolean, biome: () => string): boolean {
    const { x, y, z } = place.floored()
    if (name === 'drowned') return this.#waterAt(x, y, z) && this.#drowned(x, y, z, biome())
    if (!this.#groundAt(x, y, z)) return false
    if (name in NETHER_ODDS) return this.#nether(name as NetherMob, x, y, z)
    if (!hostile) return this.#meadow(x, y, z)
    if (name === 'slime') return this.#slime(x, y, z, biome())
    return this.#dark(x, y, z)
  }

  /** Whether it is dark enough at a position for a monster; in low light this is random. */
  isDark(place: Vec3): boolean {
    const { x, y, z } = place.floored()
    return this.#dark(x, y, z)
  }

  /** The mobs of the Nether spawn in any light, most of them not on wart blocks. */
  #nether(name: NetherMob, x: number, y: number, z: number): boolean {
    const { level, random } = this.#needs
    if (name !== 'magma_cube' && level.name(x, y - 1, z) === 'nether_wart_block') return false
    return NETHER_ODDS[name] === 1 || random() < NETHER_ODDS[name]
  }

  #groundAt(x: number, y: number, z: number): boolean {
    const { blocksLight, light } = this.#block(x, y - 1, z)
    return blocksLight && light < GLOWING && this.#empty(x, y, z) && this.#empty(x, y + 1, z)
  }

  #waterAt(x: number, y: number, z: number): boolean {
    const wet = this.#block(x, y, z).water > 0 && this.#block(x, y - 1, z).water > 0
    return wet && !this.#block(x, y + 1, z).cube
  }

  #empty(x: number, y: number, z: number): boolean {
    const { boxes, water, lava, fire } = this.#block(x, y, z)
    return boxes.length === 0 && water === 0 && lava === 0 && !fire
  }

  #block(x: number, y: number, z: number) {
    return this.#traits(this.#needs.level.state(x, y, z))
  }

  /** Whether it is dark enough for a monster; in low light this is random. */
  #dark(x: number, y: number, z: number): boolean {
    const { random, light, level } = this.#needs
    if (level.dimension === 'the_nether') {
      const isNew = level.registry.data.isNewerOrEqualTo('1.18')
      const limit = isNew ? NETHER_LIGHT : Math.floor(random() * LIGHT_ODDS)
      return light.isDark(x, y, z, FULL_LIGHT, limit)
    }
    const maxSky = Math.floor(random() * SKY_ODDS)
    const max = Math.floor(random() * LIGHT_ODDS)
    const sky = Math.min(maxSky, max + this.#needs.sky.spawnDarkening, FULL_LIGHT)
    return light.isDark(x, y, z, sky, Math.min(max, this.#maxBlockLight))
  }

  #meadow(x: number, y: number, z: number): boolean {
    const { level, light } = this.#needs
    if (level.name(x, y - 1, z) !== 'grass_block') return false
    return !light.isDark(x, y, z, ANIMAL_LIGHT, ANIMAL_LIGHT)
  }

  #slime(x: number, y: number, z: number, biome: string): boolean {
    const { random, light, time } = this.#needs
    if (biome.includes('swamp') && y > SWAMP_LOW && y < SWAMP_HIGH && random() < 0.5) {
      const max = Math.floor(random() * LIGHT_ODDS)
      const sky = Math.min(FULL_LIGHT, max + this.#needs.sky.darkening)
      const moonlit = random() < moonlight(Math.floor(time.tick / DAY_TICKS))
      if (moonlit && light.isDark(x, y, z, sky, max)) return true
    }
    return y < SLIME_HEIGHT && random() < SLIME_ODDS && this.isSlimeChunk(x >> 4, z >> 4)
  }

  /** Whether slimes spawn at low heights in a chunk: 1 in 10, by the seed. */
  isSlimeChunk(chunkX: number, chunkZ: number): boolean {
    const key = `${chunkX},${chunkZ}`
    const known = this.#slimeChunks.get(key)
    if (known !== undefined) return known
    const is = seedrandom(`slime-${this.#needs.seed}-${key}`)() < SLIME_ODDS
    this.#slimeChunks.set(key, is)
    return is
  }

  #drowned(x: number, y: number, z: number, biome: string): boolean {
    const { random } = this.#needs
    const odds = biome.includes('river') ? RIVER_ODDS : y < SEA_DEPTH ? SEA_ODDS : 0
    return random() < odds && this.#dark(x, y, z)
  }
}
