import type { DistantGround } from '#body/vision'
import { chunkKey } from '#geometry/chunk-map'
import { VoxelRay } from '#geometry/voxel-ray'
import type { BlockTable, BlockTraits } from '#knowledge/block-traits'
import { type LoadedBlocks, OPAQUE } from './loaded-blocks.ts'
import { type EyeSight, SIGHT_DISTANCE } from './sight-lines.ts'

interface Point {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** How far the agent recognizes land (blocks): the view distance of a usual server is 8 to 10 chunks. */
const RANGE = 128
/** Edge of the cells of distant land (blocks). */
const CELL = 8
/** Movement of the eye after which the agent looks at all unknown cells again (blocks). */
const STRIDE = 12
/** Depth below the surface at which lines aim, and height above it where only an edge is visible (blocks). */
const DEPTH = 0.02
const ABOVE = 0.1
/** Height of a crown above the ground (blocks). */
const CROWN = 5
/** Height above the ground up to which crowns begin (blocks). */
const CROWN_REACH = 12
/** Number of cells to remember. */
const MAX_CELLS = 32_768
/** Limit on the length of a line (blocks passed). */
const MAX_PASSED = 3 * RANGE

const TREE = /(leaves|_log)$/

/**
 * The land beyond {@link SIGHT_DISTANCE} as a player recognizes it on the screen: for each cell of {@link CELL} blocks, whether it
 * is water, trees or other ground. It tells where to go, not how: route planning and memory have no part in it.
 */
export class DistantLand {
  readonly #loaded: LoadedBlocks
  readonly #traits: BlockTable
  readonly #sight: EyeSight
  readonly #cells = new Map<number, DistantGround>()
  readonly #ray = new VoxelRay()
  /** Unknown cells that the agent has not looked at from here, and how many of them are left before the head turns. */
  #pending: (readonly [number, number])[] = []
  #left = 0
  #gatheredAt: Point | undefined

  constructor(loaded: LoadedBlocks, traits: BlockTable, sight: EyeSight) {
    this.#loaded = loaded
    this.#traits = traits
    this.#sight = sight
  }

  /** What is known of the cell of a column. */
  at(x: number, z: number): DistantGround | undefined {
    return this.#cells.get(cellOf(x, z))
  }

  /** Gathers all cells again, after chunks arrived. */
  refresh(): void {
    this.#gatheredAt = undefined
  }

  forget(): void {
    this.#cells.clear()
    this.refresh()
  }

  /** Tries the remaining cells again, after the head turned. */
  lookAgain(): void {
    this.#left = this.#pending.length
  }

  /** Looks at unknown cells in the field of view, until the lines have passed `steps` blocks. */
  look(eye: Point, steps: number): void {
    const from = this.#gatheredAt
    if (!from || Math.hypot(eye.x - from.x, eye.z - from.z) > STRIDE) this.#gather(eye)
    if (this.#left === 0 || this.#isInWater(eye)) return
    let done = 0
    while (this.#left > 0 && done < steps) {
      const [x, z] = this.#pending[--this.#left] ?? [0, 0]
      const top = this.#loaded.coverHeight(x, z)
      if (top === undefined) continue
      const surface = this.#loaded.waterTop(x, top, z)
      const aim = eye.y > surface + 1 ? surface + 1 - DEPTH : surface + 1 + ABOVE
      if (!this.#sight.shows(x + 0.5 - eye.x, aim - eye.y, z + 0.5 - eye.z)) continue
      this.#pending[this.#left] = this.#pending.at(-1) ?? [x, z]
      this.#pending.pop()
      done += this.#lookAt(eye, { x, y: aim, z }, surface)
      const crown = this.#crownAbove(x, surface, z)
      if (crown !== undefined) done += this.#lookAt(eye, { x, y: crown + 0.5, z }, crown)
    }
  }

  /** Looks at the surface of a column, or at what hides it. @returns the number of blocks that the line passed. */
  #lookAt(eye: Point, { x, y, z }: Point, surface: number): number {
    const ray = this.#ray
    ray.start(eye.x, eye.y, eye.z, x + 0.5 - eye.x, y - eye.y, z + 0.5 - eye.z)
    let front: Point = { x: ray.x, y: ray.y, z: ray.z }
    let passed = 1
    while (passed < MAX_PASSED && !this.#endsAt(ray)) {
      passed++
      front = { x: ray.x, y: ray.y, z: ray.z }
      if (!ray.advance(1)) break
    }
    const at = ray.x === x && ray.z === z ? { x, y: surface, z } : ray
    const isFar = Math.hypot(at.x - eye.x, at.z - eye.z) >= SIGHT_DISTANCE - CELL
    if (isFar && this.#sight.range(front.x, front.y, front.z) >= SIGHT_DISTANCE)
      this.#note(at.x, at.y, at.z)
    return passed
  }

  #note(x: number, y: number, z: number): void {
    const block = this.#traitsAt(x, y, z)
    if (!block) return
    const { name, water } = block
    const cell = cellOf(x, z)
    const known = this.#cells.get(cell)
    const ground = { name, isWater: water, isWooded: known?.isWooded ?? false, y }
    const trees = { name: undefined, isWater: false, y: y - CROWN, ...known, isWooded: true }
    this.#cells.set(cell, TREE.test(name) ? trees : ground)
    const [oldest] = this.#cells.keys()
    if (this.#cells.size > MAX_CELLS && oldest !== undefined) this.#cells.delete(oldest)
  }

  /** Y of the lowest block of a tree's crown above the ground. */
  #crownAbove(x: number, ground: number, z: number): number | undefined {
    for (let y = ground + 1; y <= ground + CROWN_REACH; y++)
      if (TREE.test(this.#traitsAt(x, y, z)?.name ?? '')) return y
    return undefined
  }

  /** Whether a line ends at a place: at an opaque block, or in a chunk that is not loaded. */
  #endsAt({ x, y, z }: Point): boolean {
    const sight = this.#loaded.section(x >> 4, y >> 4, z >> 4)?.sight
    if (!sight) return this.#loaded.coverHeight(x, z) === undefined
    return ((sight[((y & 15) << 8) | ((z & 15) << 4) | (x & 15)] ?? 0) & OPAQUE) !== 0
  }

  #gather(eye: Point): void {
    this.#gatheredAt = { ...eye }
    this.#pending = []
    const x0 = Math.floor(eye.x / CELL) * CELL + CELL / 2
    const z0 = Math.floor(eye.z / CELL) * CELL + CELL / 2
    for (const [dx, dz] of RING)
      if (!this.at(x0 + dx, z0 + dz)) this.#pending.push([x0 + dx, z0 + dz])
    this.lookAgain()
  }

  #isInWater({ x, y, z }: Point): boolean {
    return this.#loaded.isWater(Math.floor(x), Math.floor(y), Math.floor(z))
  }

  #traitsAt(x: number, y: number, z: number): BlockTraits | undefined {
    const code = this.#loaded.code(x, y, z)
    return code === 0 ? undefined : this.#traits.traits(code - 1)
  }
}

function cellOf(x: number, z: number): number {
  return chunkKey(Math.floor(x / CELL), Math.floor(z / CELL))
}

/** Offsets of the middles of the cells beyond the range of sight, the farthest first. */
const RING: readonly (readonly [number, number])[] = (() => {
  const reach = RANGE / CELL
  const span = Array.from({ length: 2 * reach + 1 }, (_, i) => (i - reach) * CELL)
  const distance = ([dx, dz]: readonly [number, number]) => Math.hypot(dx, dz)
  return span
    .flatMap((dz) => span.map((dx) => [dx, dz] as const))
    .filter((cell) => distance(cell) <= RANGE && distance(cell) >= SIGHT_DISTANCE - CELL)
    .sort((a, b) => distance(b) - distance(a))
})()
