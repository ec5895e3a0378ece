import { ChunkMap } from '#geometry/chunk-map'
import type { BlockTable } from '#knowledge/block-traits'
import type { LoadedBlocks } from './loaded-blocks.ts'
import { SIGHT_DISTANCE, type SightLines } from './sight-lines.ts'

interface Point {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** How far the eye gets before the columns around it are gathered again, and before all are tried again (blocks). */
const STRIDE = 6
const STEP = 1
/** Columns that are thought of in one tick; most of them are not ahead. */
const COLUMNS_A_TICK = 1200
/** Columns this near may be on the screen whichever way the head is turned (blocks): below the feet, overhead. */
const NEAR = 8
/** How far aside a column may be, as a part of how far ahead it is. */
const ASIDE = 1.6
/** How deep under its top a line aims at the ground, and how far above it where only its edge shows. */
const DEPTH = 0.02
const ABOVE = 0.1

/** What has been seen of the ground of one chunk. */
interface SeenChunk {
  /** Of each column (z, x) whose ground came into sight: its code, 0 for the others. */
  readonly code: Uint16Array
  /** Its height. */
  readonly height: Int16Array
  /** Height of the water on it, or of the ground where there is none. */
  readonly water: Int16Array
  /** Height of the highest ground seen. */
  highest: number
}

/**
 * The lie of the land as far as it was seen: the columns whose ground a line of sight has reached. Of
 * those the open space above the ground is known too. It stays as it was seen, whatever becomes of it.
 */
export class SurfaceMap {
  readonly #lines: SightLines
  readonly #loaded: LoadedBlocks
  readonly #traits: BlockTable
  readonly #chunks = new ChunkMap<SeenChunk>()
  /** Columns around the eye that have not been seen, the nearest first. */
  #pending: { x: number; z: number }[] = []
  #next = 0
  /** How many of them are still to be tried from where the eye is. */
  #left = 0
  #triedFrom: Point | undefined
  #gatheredAt: Point | undefined

  constructor(lines: SightLines, loaded: LoadedBlocks, traits: BlockTable) {
    this.#lines = lines
    this.#loaded = loaded
    this.#traits = traits
  }

  /** Whether the ground of a column has been seen. */
  isSeen(x: number, z: number): boolean {
    return this.codeAt(x, 0, z) !== 0
  }

  /**
   * Code of what is at a place by the ground that was seen there: stone under it, air above it, and the
   * water between, since who sees the bed of a lake sees the water above it. 0 where none was seen.
   */
  codeAt(x: number, y: number, z: number): number {
    const chunk = this.#chunks.get(x >> 4, z >> 4)
    const place = ((z & 15) << 4) | (x & 15)
    const ground = chunk?.code[place] ?? 0
    if (!chunk || ground === 0) return 0
    const height = chunk.height[place] ?? 0
    if (y < height) return this.#traits.stoneCode
    if (y === height) return ground
    return y <= (chunk.water[place] ?? height) ? this.#traits.waterCode : this.#traits.airCode
  }

  /**
   * Height above which a column that was not seen may be taken for open: that of the highest ground
   * seen in its chunk or the chunks around it; undefined where none was.
   */
  likelyHeight(x: number, z: number): number | undefined {
    let highest: number | undefined
    for (let dx = -1; dx <= 1; dx++)
      for (let dz = -1; dz <= 1; dz++) {
        const chunk = this.#chunks.get((x >> 4) + dx, (z >> 4) + dz)
        if (chunk) highest = Math.max(highest ?? chunk.highest, chunk.highest)
      }
    return highest
  }

  /** Chunks have come, or all is to be looked at anew. */
  refresh(): void {
    this.#gatheredAt = undefined
  }

  forget(): void {
    this.#chunks.clear()
    this.refresh()
  }

  /** The head has turned: all that is ahead now is to be tried. */
  lookAgain(): void {
    this.#left = this.#pending.length
  }

  /**
   * Looks for ground until `steps` positions have been walked by lines of sight, or all was tried from here.
   * @param yaw where the head points (radians), as in {@link ViewFrustum.point}; null for eyes that see all around.
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
    for (let i = 0; i < COLUMNS_A_TICK && this.#left > 0 && this.#lines.steps < end; i++) {
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
    const fromAbove = eye.y > top + 1
    const aim = fromAbove ? top + 1 - DEPTH : top + 1 + ABOVE
    if (this.#lines.seesLit(x + 0.5, aim, z + 0.5, top + 1)) this.#note(x, z, top)
  }

  #note(x: number, z: number, height: number): void {
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
    let water = height
    while (this.#isWater(x, water + 1, z)) water++
    chunk.code[place] = this.#loaded.code(x, height, z)
    chunk.height[place] = height
    chunk.water[place] = water
    chunk.highest = Math.max(chunk.highest, height)
  }

  #isWater(x: number, y: number, z: number): boolean {
    const code = this.#loaded.code(x, y, z)
    return code !== 0 && this.#traits.traits(code - 1).water
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

/** Offsets of the columns within sight, the nearest first. */
const DISC: readonly (readonly [number, number])[] = (() => {
  const span = Array.from({ length: 2 * SIGHT_DISTANCE + 1 }, (_, i) => i - SIGHT_DISTANCE)
  const all = span.flatMap((dz) => span.map((dx) => [dx, dz] as const))
  return all
    .filter(([dx, dz]) => Math.hypot(dx, dz) <= SIGHT_DISTANCE)
    .sort((a, b) => Math.hypot(...a) - Math.hypot(...b))
})()
