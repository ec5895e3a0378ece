import { VoxelRay } from '#geometry/voxel-ray'
import type { BlockMemory } from './block-memory.ts'
import { type LoadedSection, OPAQUE, UP_TO_DATE } from './loaded-blocks.ts'

/** Faces of a block: a sum of {@link X}, {@link Y} and {@link Z}, or {@link WITHIN} for an eye inside. */
export type Sides = number
const X = 1
const Y = 2
const Z = 4
const WITHIN = 8
/** Number of faces in a sum. */
const SIDES_IN = [0, 1, 1, 2, 1, 2, 2, 3]

/** The source of loaded sections for lines of sight. */
export interface SectionSource {
  section(chunkX: number, sectionY: number, chunkZ: number): LoadedSection | undefined
}

/** Limits of sight other than opaque blocks. */
export interface EyeSight {
  /** Whether a direction from the eye (of any length) is in the field of view. */
  shows(dx: number, dy: number, dz: number): boolean
  /** Whether a sphere is out of the field of view altogether. */
  hides(dx: number, dy: number, dz: number, radius: number): boolean
  /** Range of sight for a place, by the light on it (blocks). */
  range(x: number, y: number, z: number): number
}

/** The full range of sight (blocks). */
export const SIGHT_DISTANCE = 48

/** Points of a face to try, as distances from its edges: the centre, corners, edges. */
const FACE_POINTS: readonly (readonly [number, number])[] = [
  [0.5, 0.5],
  [0.1, 0.1],
  [0.9, 0.9],
  [0.1, 0.9],
  [0.9, 0.1],
  [0.5, 0.95],
  [0.5, 0.05],
  [0.95, 0.5],
  [0.05, 0.5],
]
export const ALL_POINTS = FACE_POINTS.length

/** Fixed cost of a line (blocks passed). It dominates where lines are short, as in a tunnel. */
const LINE_COST = 3

/** Depth behind a face at which lines aim, so that they end inside the block (blocks). */
const DEPTH = 0.01

/** Range of sight in complete darkness (blocks). */
const CLOSE = 5
/** Below this square of a distance, rounding cannot exceed {@link CLOSE}. */
const CLOSE_SQUARED = CLOSE ** 2 - 0.1

/** Radius of a sphere around a block, with some room for rounding (blocks). */
const BLOCK_RADIUS = 0.87
/** A block whose centre is within this distance is altogether within the range of sight (blocks). */
const ALL_IN_RANGE = SIGHT_DISTANCE - 1

/**
 * Lines of sight from the agent's eye. A line ends at an opaque block, at a chunk that is not loaded, or at the range of sight.
 * The agent remembers every block on the line and the last one, unless it is too dark there. An opaque block has the light
 * level of the place in front of it. Without `eyeSight`, sight is limited only by opaque blocks.
 */
export class SightLines {
  readonly #source: SectionSource
  readonly #memory: BlockMemory
  readonly #eyeSight: EyeSight | undefined
  /** The last line, at its end. */
  readonly #ray = new VoxelRay()
  #eyeX = 0
  #eyeY = 0
  #eyeZ = 0
  /** Total cost of all lines (blocks passed). */
  steps = 0

  constructor(source: SectionSource, memory: BlockMemory, eyeSight?: EyeSight) {
    this.#source = source
    this.#memory = memory
    this.#eyeSight = eyeSight
  }

  /** Sets the position of the eye. */
  from(x: number, y: number, z: number): void {
    this.#eyeX = x
    this.#eyeY = y
    this.#eyeZ = z
  }

  /**
   * Looks in a direction (of length 1) for at most `length` blocks.
   * @returns false if the direction is out of the field of view.
   */
  look(dx: number, dy: number, dz: number, length: number): boolean {
    if (this.#eyeSight && !this.#eyeSight.shows(dx, dy, dz)) {
      this.steps++
      return false
    }
    const ray = this.#ray
    ray.start(this.#eyeX, this.#eyeY, this.#eyeZ, dx, dy, dz)
    let chunkX = ray.x >> 4
    let sectionY = ray.y >> 4
    let chunkZ = ray.z >> 4
    let section = this.#source.section(chunkX, sectionY, chunkZ)
    let steps = 0
    let fromX = ray.x
    let fromY = ray.y
    let fromZ = ray.z
    while (section) {
      steps++
      const place = ((ray.y & 15) << 8) | ((ray.z & 15) << 4) | (ray.x & 15)
      const sight = section.sight[place] ?? 0
      const isNews = (sight & UP_TO_DATE) === 0
      if (
        isNews &&
        (sight & OPAQUE ? this.#isLit(fromX, fromY, fromZ) : this.#isLit(ray.x, ray.y, ray.z))
      ) {
        section.sight[place] = sight | UP_TO_DATE
        const known = this.#memory.open(chunkX, sectionY, chunkZ)
        this.#memory.note(known, place, section.codes[place] ?? 0)
      }
      fromX = ray.x
      fromY = ray.y
      fromZ = ray.z
      if (sight & OPAQUE || !ray.advance(length)) break
      if (ray.x >> 4 === chunkX && ray.y >> 4 === sectionY && ray.z >> 4 === chunkZ) continue
      chunkX = ray.x >> 4
      sectionY = ray.y >> 4
      chunkZ = ray.z >> 4
      section = this.#source.section(chunkX, sectionY, chunkZ)
    }
    this.steps += LINE_COST + steps
    return true
  }

  /** Whether the light is sufficient to see a place. In full light, sight has its range. */
  #isLit(x: number, y: number, z: number, fullRange = SIGHT_DISTANCE): boolean {
    if (!this.#eyeSight) return true
    const dx = x + 0.5 - this.#eyeX
    const dy = y + 0.5 - this.#eyeY
    const dz = z + 0.5 - this.#eyeZ
    if (dx * dx + dy * dy + dz * dz < CLOSE_SQUARED) return true
    const away = Math.hypot(dx, dy, dz)
    if (away <= CLOSE) return true
    const range = this.#eyeSight.range(x, y, z)
    return away <= (range < SIGHT_DISTANCE ? range : fullRange)
  }

  /** Looks through a point to the range of sight. */
  through(x: number, y: number, z: number): void {
    const dx = x - this.#eyeX
    const dy = y - this.#eyeY
    const dz = z - this.#eyeZ
    const distance = Math.sqrt(dx * dx + dy * dy + dz * dz) || 1
    this.look(dx / distance, dy / distance, dz / distance, SIGHT_DISTANCE)
  }

  /**
   * Whether a point is in the field of view and within the range of sight, without opaque blocks in front of its block. This
   * ignores light.
   */
  sees(x: number, y: number, z: number, range = SIGHT_DISTANCE): boolean {
    const dx = x - this.#eyeX
    const dy = y - this.#eyeY
    const dz = z - this.#eyeZ
    const distance = Math.sqrt(dx * dx + dy * dy + dz * dz)
    if (distance > range) return false
    const inView =
      distance > 0
        ? this.look(dx / distance, dy / distance, dz / distance, distance)
        : this.look(0, -1, 0, 0)
    if (!inView) return false
    const { x: endX, y: endY, z: endZ } = this.#ray
    return endX === Math.floor(x) && endY === Math.floor(y) && endZ === Math.floor(z)
  }

  /**
   * Whether the eye {@link sees} a point, and the light is sufficient at height `litY` of its column.
   * @param range the range of sight in full light (blocks).
   */
  seesLit(x: number, y: number, z: number, litY = y, range = SIGHT_DISTANCE): boolean {
    return (
      this.sees(x, y, z, range) &&
      this.#isLit(Math.floor(x), Math.floor(litY), Math.floor(z), range)
    )
  }

  /** Whether a point is in the field of view. */
  isAhead(x: number, y: number, z: number): boolean {
    return this.#eyeSight?.shows(x - this.#eyeX, y - this.#eyeY, z - this.#eyeZ) ?? true
  }

  /** Whether the eye sees a block; if so, the agent remembers it. Tries all points of its {@link openSides}. */
  seesBlock(x: number, y: number, z: number): boolean {
    const inSight = this.seesSides(x, y, z, this.openSides(x, y, z), 0, ALL_POINTS)
    return inSight && (!this.#eyeSight || this.#isUpToDate(x, y, z))
  }

  /**
   * The uncovered faces of a block that point towards the eye; 0 if there are none.
   */
  openSides(x: number, y: number, z: number): Sides {
    const sideX = facing(this.#eyeX, x)
    const sideY = facing(this.#eyeY, y)
    const sideZ = facing(this.#eyeZ, z)
    if (!sideX && !sideY && !sideZ) return WITHIN
    return (
      (sideX && this.#isClear(x + sideX, y, z) ? X : 0) |
      (sideY && this.#isClear(x, y + sideY, z) ? Y : 0) |
      (sideZ && this.#isClear(x, y, z + sideZ) ? Z : 0)
    )
  }

  /**
   * Whether the eye sees any of some faces of a block; if so, the agent remembers the block. Tries `count` points of each face,
   * starting with point `first`.
   */
  seesSides(x: number, y: number, z: number, sides: Sides, first: number, count: number): boolean {
    if (sides === WITHIN) return this.sees(x + 0.5, y + 0.5, z + 0.5)
    if (sides === 0) return false
    if (this.#isHidden(x, y, z)) {
      // Each line out of the field of view costs one step.
      this.steps += count * (SIDES_IN[sides] ?? 0)
      return false
    }
    const faceX = x + depth(this.#eyeX, x)
    const faceY = y + depth(this.#eyeY, y)
    const faceZ = z + depth(this.#eyeZ, z)
    for (let i = first; i < first + count; i++) {
      const [u, v] = FACE_POINTS[i] ?? [0.5, 0.5]
      if (sides & X && this.sees(faceX, y + u, z + v)) return true
      if (sides & Y && this.sees(x + u, faceY, z + v)) return true
      if (sides & Z && this.sees(x + u, y + v, faceZ)) return true
    }
    return false
  }

  /** Whether a block within the range of sight is out of the field of view altogether. */
  #isHidden(x: number, y: number, z: number): boolean {
    if (!this.#eyeSight) return false
    const dx = x + 0.5 - this.#eyeX
    const dy = y + 0.5 - this.#eyeY
    const dz = z + 0.5 - this.#eyeZ
    if (dx * dx + dy * dy + dz * dz > ALL_IN_RANGE ** 2) return false
    return this.#eyeSight.hides(dx, dy, dz, BLOCK_RADIUS)
  }

  /** Whether the memory has the current block. In the dark, it may lack a block in the line of sight. */
  #isUpToDate(x: number, y: number, z: number): boolean {
    const section = this.#source.section(x >> 4, y >> 4, z >> 4)
    const place = ((y & 15) << 8) | ((z & 15) << 4) | (x & 15)
    return section !== undefined && ((section.sight[place] ?? 0) & UP_TO_DATE) !== 0
  }

  /** Whether lines of sight pass through a block. */
  #isClear(x: number, y: number, z: number): boolean {
    const section = this.#source.section(x >> 4, y >> 4, z >> 4)
    const place = ((y & 15) << 8) | ((z & 15) << 4) | (x & 15)
    return section !== undefined && ((section.sight[place] ?? 0) & OPAQUE) === 0
  }
}

/** Which face on an axis points towards the eye: -1, 1, or 0 for none. */
function facing(eye: number, block: number): -1 | 0 | 1 {
  if (eye < block) return -1
  return eye > block + 1 ? 1 : 0
}

/** Coordinate on an axis at which lines aim for the face towards the eye. */
function depth(eye: number, block: number): number {
  return eye < block + 0.5 ? DEPTH : 1 - DEPTH
}
