import { ChunkMap, chunkKey } from '#geometry/chunk-map'
import type { BlockTable } from '#knowledge/block-traits'
import type { LoadedBlocks } from './loaded-blocks.ts'
import { SIGHT_DISTANCE, type SightLines } from './sight-lines.ts'

interface Point {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** Movement of the eye after which columns are gathered again, and after which all are tried again (blocks). */
const STRIDE = 6
const STEP = 1
/** Number of columns to consider in one tick. Most of them are out of the field of view. */
const COLUMNS_PER_TICK = 1200
/** Columns within this distance may be in view in any direction of the head (blocks), below the feet or overhead. */
const NEAR = 8
/** Limit on the sideways distance of a column, as a fraction of its distance ahead. */
const ASIDE = 1.6
/** Depth below the surface at which lines aim, and height above it where only an edge is visible (blocks). */
const DEPTH = 0.02
const ABOVE = 0.1

/** Depth of the water where the agent has seen only its surface (blocks). Below, tunnels lead through rock. */
const DEEP = 12

/** Trunks are no ground. */
const TREE = /_(log|wood|stem|hyphae)$/
/** Offsets of the columns around a column, by their distance: ground changes little within it (blocks). */
const RINGS = [1, 2, 3, 4].map((distance) => {
  const span = Array.from({ length: 2 * distance + 1 }, (_, i) => i - distance)
  return span
    .flatMap((dx) => span.map((dz) => [dx, dz] as const))
    .filter(([dx, dz]) => Math.max(Math.abs(dx), Math.abs(dz)) === distance)
})

/** The seen surface of one chunk. */
interface SeenChunk {
  /** Code of the surface block by column (z, x); 0 if unseen. */
  readonly code: Uint16Array
  /** Y of the surface block. */
  readonly height: Int16Array
  /** Y of the water surface, or of the ground if there is no water. */
  readonly water: Int16Array
  /** Y of the highest surface block. */
  highest: number
}

/**
 * The surface of the land that lines of sight have reached. The space above it is known to be open. The map keeps each
 * column as it was when the agent saw it.
 */
export class SurfaceMap {
  readonly #lines: SightLines
  readonly #loaded: LoadedBlocks
  readonly #traits: BlockTable
  readonly #chunks = new ChunkMap<SeenChunk>()
  /** Results of {@link likelyHeight} by column, since the last one came into sight. */
  readonly #likely = new Map<number, number>()
  /** Unseen columns around the eye, nearest first. */
  #pending: { x: number; z: number }[] = []
  #next = 0
  /** Number of columns left to try from this position of the eye. */
  #left = 0
  #triedFrom: Point | undefined
  #gatheredAt: Point | undefined

  constructor(lines: SightLines, loaded: LoadedBlocks, traits: BlockTable) {
    this.#lines = lines
    this.#loaded = loaded
    this.#traits = traits
  }

  /** Whether the surface of a column has been seen. */
  isSeen(x: number, z: number): boolean {
    return this.codeAt(x, 0, z) !== 0
  }

  /**
   * The assumed code at a position by the surface of its column: stone below, air above, and water above the bed of a lake, or
   * for {@link DEEP} blocks where the bed is out of sight. It is 0 if the surface is unseen.
   */
  codeAt(x: number, y: number, z: number): number {
    const chunk = this.#chunks.get(x >> 4, z >> 4)
    const place = ((z & 15) << 4) | (x & 15)
    const ground = chunk?.code[place] ?? 0
    if (!chunk || ground === 0) return 0
    const height = chunk.height[place] ?? 0
    const bed = ground === this.#traits.waterCode ? height - DEEP : height
    if (y >= bed && y <= height) return ground
    if (y < bed) return this.#traits.stoneCode
    return y <= (chunk.water[place] ?? height) ? this.#traits.waterCode : this.#traits.airCode
  }

  /**
   * The assumed height of an unseen column, up to which it is stone: that of the nearest ground that was seen, or else just above
   * the highest surface seen in its chunk and the chunks around it; undefined if none was seen.
   */
  likelyHeight(x: number, z: number): number | undefined {
    const column = chunkKey(x, z)
    const cached = this.#likely.get(column)
    if (cached !== undefined) return cached
    const height = this.#groundNear(x, z) ?? this.#highestAround(x, z)
    if (height !== undefined) this.#likely.set(column, height)
    return height
  }

  /** Height of the highest ground among the nearest columns seen; undefined if there is none near. */
  #groundNear(x: number, z: number): number | undefined {
    for (const ring of RINGS) {
      let highest: number | undefined
      for (const [dx, dz] of ring) {
        const height = this.#groundAt(x + dx, z + dz)
        if (height !== undefined) highest = Math.max(highest ?? height, height)
      }
      if (highest !== undefined) return highest
    }
    return undefined
  }

  /** Height of the seen ground of a column; undefined where it is unseen, or a tree stands. */
  #groundAt(x: number, z: number): number | undefined {
    const chunk = this.#chunks.get(x >> 4, z >> 4)
    const place = ((z & 15) << 4) | (x & 15)
    const code = chunk?.code[place] ?? 0
    if (!chunk || code === 0 || TREE.test(this.#traits.traits(code - 1).name)) return undefined
    return chunk.height[place]
  }

  #highestAround(x: number, z: number): number | undefined {
    let highest: number | undefined
    for (let dx = -1; dx <= 1; dx++)
      for (let dz = -1; dz <= 1; dz++) {
        const chunk = this.#chunks.get((x >> 4) + dx, (z >> 4) + dz)
        if (chunk) highest = Math.max(highest ?? chunk.highest, chunk.highest)
      }
    return highest === undefined ? undefined : highest + 1
  }

  /** Gathers all columns again, after chunks arrived. */
  refresh(): void {
    this.#gatheredAt = undefined
  }

  forget(): void {
    this.#chunks.clear()
    this.#likely.clear()
    this.refresh()
  }

  /** Tries all columns again, after the head turned. */
  lookAgain(): void {
    this.#left = this.#pending.length
  }

  /**
   * Looks for the surface until the lines have passed `steps` blocks, or all columns are tried.
   * @param yaw direction of the head (radians), as in {@link ViewFrustum.point}; null for sight in all directions.
   */
  look(eye: Point, yaw: number | null, steps: number): void {
    if (!isNear(eye, this.#gatheredAt, STRIDE)) this.#gather(eye)
    if (!isNear(eye, this.#triedFrom, STEP)) {
      this.#triedFrom = { ...eye }
      this.lookAgain()
    }
    const east = -Math.sin(yaw ?? 0)
    const south = -Math.cos(yaw ?? 0)
    const end = this.#lines.steps + steps
    for (let i = 0; i < COLUMNS_PER_TICK && this.#left > 0 && this.#lines.steps < end; i++) {
      this.#left--
      if (this.#next >= this.#pending.length) this.#next = 0
      const column = this.#pending[this.#next++]
      if (!column) continue
      const dx = column.x - eye.x
      const dz = column.z - eye.z
      const ahead = dx * east + dz * south + NEAR
      if (yaw !== null && Math.abs(dz * east - dx * south) > ahead * ASIDE) continue
      if (!this.isSeen(column.x, column.z)) this.#lookFor(eye, column.x, column.z)
    }
  }

  #lookFor(eye: Point, x: number, z: number): void {
    const top = this.#loaded.coverHeight(x, z)
    if (top === undefined) return
    if (this.#seesTop(eye, x, top, z)) {
      this.#note(x, z, top, this.#loaded.code(x, top, z))
      return
    }
    // Light does not reach the bed of deep water.
    const water = this.#loaded.waterTop(x, top, z)
    if (water > top && this.#seesTop(eye, x, water, z))
      this.#note(x, z, water, this.#traits.waterCode)
  }

  /** Whether the top of a block is in sight, or the space above it where the eye is lower. */
  #seesTop(eye: Point, x: number, y: number, z: number): boolean {
    const aim = eye.y > y + 1 ? y + 1 - DEPTH : y + 1 + ABOVE
    return this.#lines.seesLit(x + 0.5, aim, z + 0.5, y + 1)
  }

  #note(x: number, z: number, height: number, code: number): void {
    let chunk = this.#chunks.get(x >> 4, z >> 4)
    if (!chunk) {
      chunk = {
        code: new Uint16Array(256),
        height: new Int16Array(256),
        water: new Int16Array(256),
        highest: height,
      }
      this.#chunks.set(x >> 4, z >> 4, chunk)
    }
    const place = ((z & 15) << 4) | (x & 15)
    chunk.code[place] = code
    chunk.height[place] = height
    chunk.water[place] = this.#loaded.waterTop(x, height, z)
    chunk.highest = Math.max(chunk.highest, height)
    if (this.#likely.size > 0) this.#likely.clear()
  }

  #gather(eye: Point): void {
    this.#gatheredAt = { ...eye }
    this.#next = 0
    this.#pending = []
    const x0 = Math.floor(eye.x)
    const z0 = Math.floor(eye.z)
    for (const [dx, dz] of DISC) {
      const column = { x: x0 + dx, z: z0 + dz }
      if (!this.isSeen(column.x, column.z)) this.#pending.push(column)
    }
  }
}

function isNear(eye: Point, from: Point | undefined, distance: number): boolean {
  return from !== undefined && Math.hypot(eye.x - from.x, eye.z - from.z) <= distance
}

/** Offsets of the columns within the range of sight, nearest first. */
const DISC: readonly (readonly [number, number])[] = (() => {
  const span = Array.from({ length: 2 * SIGHT_DISTANCE + 1 }, (_, i) => i - SIGHT_DISTANCE)
  const all = span.flatMap((dz) => span.map((dx) => [dx, dz] as const))
  return all
    .filter(([dx, dz]) => Math.hypot(dx, dz) <= SIGHT_DISTANCE)
    .sort((a, b) => Math.hypot(...a) - Math.hypot(...b))
})()
