import { ChunkMap, chunkKey } from '#geometry/chunk-map'
import { Dice } from './chance.ts'
import { WATER_LEVEL } from './climate.ts'
import type { ColumnBuffer } from './column-buffer.ts'
import { type CaveGenerator, type Filling, ROCK } from './filling.ts'
import type { Landscape } from './landscape.ts'
import { type Cavity, carveCaves, carveRavine, type Point, TUNNEL_REACH } from './tunnels.ts'

/** Chance (0 to 1) that a carver starts in a chunk, and its starting height. */
interface Origin {
  sort: 'caves' | 'ravine'
  chance: number
  height(dice: Dice): number
}

/** The carvers of 1.12 to 1.17. */
const OLD_WORLD: readonly Origin[] = [
  { sort: 'caves', chance: 1 / 7, height: (dice) => dice.below(dice.below(120) + 8) },
  { sort: 'ravine', chance: 1 / 50, height: (dice) => 20 + dice.below(dice.below(40) + 8) },
]
/** The carvers of 1.18 and later, in addition to noise caves. */
const TALL_WORLD: readonly Origin[] = [
  { sort: 'caves', chance: 0.15, height: (dice) => -56 + dice.below(237) },
  { sort: 'caves', chance: 0.07, height: (dice) => -56 + dice.below(104) },
  { sort: 'ravine', chance: 0.01, height: (dice) => 10 + dice.below(58) },
]

/** Rock left below bodies of water and next to them (blocks). */
const ROOF = 3
/** Tunnels have flat floors: nothing is carved below this share of their height. */
const FLAT_FLOOR = 0.7
/** Steepness of ravine walls towards roof and floor. */
const STEEPNESS = 6
/** Maximum number of cached regions; beyond it the cache is cleared. */
const MAX_CACHED_REGIONS = 64

export interface CarverOptions {
  tall: boolean
  filling: Filling
  /** Lowest height that may be carved. */
  floor: number
  minY: number
  worldHeight: number
}

/** Carver caves and ravines, with the game's carvers. */
export class Carvers implements CaveGenerator {
  readonly #seed: number
  readonly #options: CarverOptions
  readonly #origins: readonly Origin[]
  readonly #walked = new Set<number>()
  readonly #cavities = new ChunkMap<Cavity[]>()

  constructor(seed: number, options: CarverOptions) {
    this.#seed = seed
    this.#options = options
    this.#origins = options.tall ? TALL_WORLD : OLD_WORLD
  }

  carve(buffer: ColumnBuffer, landscape: Landscape): void {
    const roofs = new Int16Array(256)
    for (let place = 0; place < 256; place++) {
      const x = place & 15
      const z = place >> 4
      const lowest = landscape.lowestAround(x, z)
      roofs[place] = lowest < WATER_LEVEL ? lowest - ROOF : landscape.height(x, z)
    }
    for (const cavity of this.#reaching(buffer.chunkX, buffer.chunkZ)) {
      this.#carveCavity(buffer, roofs, cavity)
    }
  }

  /** Whether a tunnel may have carved the surface block at the given height. */
  open(x: number, z: number, ground: number): boolean {
    return this.mayCarve(x, ground, z)
  }

  mayCarve(x: number, y: number, z: number): boolean {
    return this.#reaching(x >> 4, z >> 4).some((cavity) => {
      const { bottom, top } = this.#extent(cavity, x, z)
      return y >= bottom && y <= top && this.#isInside(cavity, x, y, z)
    })
  }

  /** The carved spaces that reach into a chunk, from any chunk. */
  #reaching(chunkX: number, chunkZ: number): readonly Cavity[] {
    if (this.#walked.size > MAX_CACHED_REGIONS) {
      this.#walked.clear()
      this.#cavities.clear()
    }
    const regionX = Math.floor(chunkX / TUNNEL_REACH)
    const regionZ = Math.floor(chunkZ / TUNNEL_REACH)
    for (let z = regionZ - 1; z <= regionZ + 1; z++) {
      for (let x = regionX - 1; x <= regionX + 1; x++) this.#walkRegion(x, z)
    }
    return this.#cavities.get(chunkX, chunkZ) ?? []
  }

  /** Generates, once, the tunnels that start in a square of chunks as wide as tunnels reach. */
  #walkRegion(regionX: number, regionZ: number): void {
    const key = chunkKey(regionX, regionZ)
    if (this.#walked.has(key)) return
    this.#walked.add(key)
    for (let z = 0; z < TUNNEL_REACH; z++) {
      for (let x = 0; x < TUNNEL_REACH; x++) {
        this.#walk(regionX * TUNNEL_REACH + x, regionZ * TUNNEL_REACH + z)
      }
    }
  }

  #walk(chunkX: number, chunkZ: number): void {
    this.#origins.forEach(({ sort, chance, height }, number) => {
      const dice = new Dice(this.#seed, chunkX, chunkZ, 20 + number)
      if (dice.next() >= chance) return
      const start = (): Point => {
        const x = chunkX * 16 + dice.below(16)
        const z = chunkZ * 16 + dice.below(16)
        return { x, y: height(dice), z }
      }
      const note = (cavity: Cavity) => this.#note(cavity)
      if (sort === 'caves') carveCaves(dice, start, note)
      else carveRavine(dice, start(), this.#options.worldHeight, note)
    })
  }

  #note(cavity: Cavity): void {
    const { x, z, radius } = cavity
    for (let chunkZ = (z - radius) >> 4; chunkZ <= (z + radius) >> 4; chunkZ++) {
      for (let chunkX = (x - radius) >> 4; chunkX <= (x + radius) >> 4; chunkX++) {
        const listed = this.#cavities.get(chunkX, chunkZ)
        if (listed) listed.push(cavity)
        else this.#cavities.set(chunkX, chunkZ, [cavity])
      }
    }
  }

  #carveCavity(buffer: ColumnBuffer, roofs: Int16Array, cavity: Cavity): void {
    const { filling } = this.#options
    const originX = buffer.chunkX * 16
    const originZ = buffer.chunkZ * 16
    const { radius } = cavity
    const lastX = Math.min(15, Math.floor(cavity.x + radius) - originX)
    const lastZ = Math.min(15, Math.floor(cavity.z + radius) - originZ)
    for (let z = Math.max(0, Math.floor(cavity.z - radius) - originZ); z <= lastZ; z++) {
      for (let x = Math.max(0, Math.floor(cavity.x - radius) - originX); x <= lastX; x++) {
        const place = (z << 4) | x
        const { bottom, top } = this.#extent(cavity, originX + x, originZ + z)
        const highest = Math.min(top, roofs[place] ?? 0)
        for (let y = bottom; y <= highest; y++) {
          if (cavity.walls && !this.#isInside(cavity, originX + x, y, originZ + z)) continue
          const content = filling.at(place, y)
          if (content !== ROCK) buffer.states[((y - buffer.minY) << 8) | place] = content
        }
      }
    }
  }

  /** Lowest and highest carved block at a position; none when the lowest is above the highest. */
  #extent(cavity: Cavity, x: number, z: number): { bottom: number; top: number } {
    const { y, height, walls } = cavity
    const left = 1 - distance(cavity, x, z)
    if (left <= 0) return NOTHING
    const up = walls ? height : height * Math.sqrt(left)
    const down = walls ? up : Math.min(up, height * FLAT_FLOOR)
    return {
      bottom: Math.max(this.#options.floor, Math.ceil(y - down - 0.5)),
      top: Math.floor(y + up - 0.5),
    }
  }

  #isInside(cavity: Cavity, x: number, y: number, z: number): boolean {
    if (!cavity.walls) return true
    const up = (y + 0.5 - cavity.y) / cavity.height
    const nearness = cavity.walls[y - this.#options.minY] ?? 1
    return distance(cavity, x, z) * nearness + (up * up) / STEEPNESS < 1
  }
}

const NOTHING = { bottom: 0, top: -1 }

/** Squared horizontal distance of a block from the axis of a carved space, 1 at its widest. */
function distance({ x, z, radius }: Cavity, blockX: number, blockZ: number): number {
  const dx = (blockX + 0.5 - x) / radius
  const dz = (blockZ + 0.5 - z) / radius
  return dx * dx + dz * dz
}
