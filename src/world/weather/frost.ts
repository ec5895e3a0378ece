import { chunkKey } from '#geometry/chunk-map'
import type { BlockProperties } from '#knowledge/registry'
import { traitsOf } from '../block-traits.ts'
import type { Level } from '../level.ts'
import { LightMeter } from '../mobs/light.ts'
import type { Players } from '../players.ts'
import { supported } from '../rules/support.ts'
import type { WorldTime } from '../world-time.ts'
import { OpenColumns } from './open-columns.ts'
import type { Sky } from './sky.ts'

/** The chance of a chunk to get frost on one of its columns in a tick. */
const CHANCE = 1 / 16
/** Blocks brighter than this from torches and the like stay free of frost. */
const MAX_BLOCK_LIGHT = 9
const ANY_SKY_LIGHT = 15
/** Corners of a chunk (blocks), and the maximum number of chunks whose snow line is remembered. */
const CORNERS = [0, 15] as const
const MAX_SNOW_LINES = 10_000
const SIDES = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const

interface FrostNeeds {
  level: Level
  players: Players
  time: WorldTime
  sky: Sky
  random: () => number
}

/** Where it is cold, water freezes from its shores, and snow settles while it snows. */
export class Frost {
  readonly #level: Level
  readonly #sky: Sky
  readonly #light: LightMeter
  readonly #columns: OpenColumns
  /** Heights from which chunks are cold at one of their corners (blocks), because a biome takes long to find out. */
  readonly #snowLines = new Map<number, number>()

  constructor({ level, players, time, sky, random }: FrostNeeds) {
    this.#level = level
    this.#sky = sky
    this.#light = new LightMeter(level, traitsOf(level.registry))
    this.#columns = new OpenColumns(players, random)
    time.everyTick(() => this.step())
  }

  /** Runs one tick. */
  step(): void {
    for (const [x, z] of this.#columns.pick(CHANCE)) this.#settle(x, z)
  }

  /** Freezes the water at the top of a column, or lets snow lie on it. */
  #settle(x: number, z: number): void {
    const [chunkX, chunkZ] = [x >> 4, z >> 4]
    const snowLine = this.#snowLine(chunkX, chunkZ)
    // A warm chunk may not be loaded yet.
    if (snowLine === Number.POSITIVE_INFINITY) return
    if (this.#level.highest(chunkX, chunkZ) + 1 < snowLine) return
    const y = this.#sky.top(x, z)
    if (this.#sky.isCold(x, y, z) && this.#freezes(x, y, z)) this.#set(x, y, z, 'ice')
    else if (this.#sky.snowsOn(x, y + 1, z)) this.#cover(x, y + 1, z)
  }

  #snowLine(chunkX: number, chunkZ: number): number {
    const key = chunkKey(chunkX, chunkZ)
    const known = this.#snowLines.get(key)
    if (known !== undefined) return known
    const lines = CORNERS.flatMap((dx) =>
      CORNERS.map((dz) => this.#sky.snowLine(chunkX * 16 + dx, chunkZ * 16 + dz)),
    )
    if (this.#snowLines.size >= MAX_SNOW_LINES) this.#snowLines.clear()
    this.#snowLines.set(key, Math.min(...lines))
    return Math.min(...lines)
  }

  #freezes(x: number, y: number, z: number): boolean {
    const water = this.#level.registry.blockState('water')
    const isWater = (dx: number, dz: number) =>
      this.#level.isLoaded(x + dx, z + dz) && this.#level.name(x + dx, y, z + dz) === 'water'
    return (
      this.#level.state(x, y, z) === water &&
      !SIDES.every(([dx, dz]) => isWater(dx, dz)) &&
      this.#isDim(x, y, z)
    )
  }

  #cover(x: number, y: number, z: number): void {
    const level = this.#level
    const snow = level.registry.blockState('snow', { layers: '1' })
    const ground = level.name(x, y - 1, z)
    if (level.name(x, y, z) !== 'air' || /^(packed_)?ice$/.test(ground)) return
    if (!supported(level, x, y, z, snow) || !this.#isDim(x, y, z)) return
    level.set(x, y, z, snow)
    if (ground === 'grass_block') this.#set(x, y - 1, z, ground, { snowy: 'true' })
  }

  #isDim(x: number, y: number, z: number): boolean {
    return this.#light.isDark(x, y, z, ANY_SKY_LIGHT, MAX_BLOCK_LIGHT)
  }

  #set(x: number, y: number, z: number, name: string, properties?: BlockProperties): void {
    this.#level.set(x, y, z, this.#level.registry.blockState(name, properties))
  }
}
