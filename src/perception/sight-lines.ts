import { VoxelRay } from '#geometry/voxel-ray'
import type { BlockMemory } from './block-memory.ts'
import { type LoadedSection, OPAQUE, UP_TO_DATE } from './loaded-blocks.ts'

/** Faces of a block: the sum of {@link X}, {@link Y} and {@link Z}, or {@link WITHIN} for an eye inside. */
export type Sides = number
const X = 1
const Y = 2
const Z = 4
const WITHIN = 8

/** What a line of sight meets: sections, or undefined where nothing is loaded. */
export interface SectionSource {
  section(chunkX: number, sectionY: number, chunkZ: number): LoadedSection | undefined
}

/** What of the world around it an eye can see, beside what hides behind blocks. */
export interface EyeSight {
  /** Whether a direction from the eye (of any length) is in view. */
  shows(dx: number, dy: number, dz: number): boolean
  /** Farthest distance at which a place is seen in the light that falls on it (blocks). */
  range(x: number, y: number, z: number): number
}

/** How far the agent sees (blocks). */
export const SIGHT_DISTANCE = 48

/** Points of a face that are tried, as distances from its edges: the middle, corners, edges. */
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
/** How many points of a face can be tried. */
export const ALL_POINTS = FACE_POINTS.length

/** What a line costs beside the positions that it walks; most of it where lines are short, as in a tunnel. */
const LINE_COST = 3

/** How deep behind a face a line aims, so that it ends inside the block. */
const DEPTH = 0.01

/** Nothing is too dark to be seen from this near (blocks). */
const CLOSE = 5

/**
 * Lines of sight from the agent's eye. Each goes from block to block until it meets an opaque block,
 * something that is not loaded, or the end of sight; every block that it passes and the block that
 * ends it are remembered as they are, unless it is too dark there. An opaque block is as light as the
 * place before it. Without a limit in `eyeSight` the eye sees all around, and in the dark.
 */
export class SightLines {
  readonly #source: SectionSource
  readonly #memory: BlockMemory
  readonly #eyeSight: EyeSight | undefined
  /** The last line; it is where that ended. */
  readonly #ray = new VoxelRay()
  #eyeX = 0
  #eyeY = 0
  #eyeZ = 0
  /** What looking has cost so far, in positions walked. */
  steps = 0

  constructor(source: SectionSource, memory: BlockMemory, eyeSight?: EyeSight) {
    this.#source = source
    this.#memory = memory
    this.#eyeSight = eyeSight
  }

  /** Puts the eye somewhere. */
  from(x: number, y: number, z: number): void {
    this.#eyeX = x
    this.#eyeY = y
    this.#eyeZ = z
  }

  /**
   * Looks in a direction (of length 1) as far as the line goes, `length` blocks at most.
   * @returns false when the direction is out of view.
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

  /** Whether there is light enough to see a place from the eye. */
  #isLit(x: number, y: number, z: number): boolean {
    if (!this.#eyeSight) return true
    const away = Math.hypot(x + 0.5 - this.#eyeX, y + 0.5 - this.#eyeY, z + 0.5 - this.#eyeZ)
    return away <= CLOSE || away <= this.#eyeSight.range(x, y, z)
  }

  /** Looks through a point to the end of sight. */
  through(x: number, y: number, z: number): void {
    const dx = x - this.#eyeX
    const dy = y - this.#eyeY
    const dz = z - this.#eyeZ
    const distance = Math.sqrt(dx * dx + dy * dy + dz * dz) || 1
    this.look(dx / distance, dy / distance, dz / distance, SIGHT_DISTANCE)
  }

  /**
   * Whether the eye sees a point: it is in view, and nothing opaque is before the block that it is in.
   * How light it is there does not count.
   */
  sees(x: number, y: number, z: number): boolean {
    const dx = x - this.#eyeX
    const dy = y - this.#eyeY
    const dz = z - this.#eyeZ
    const distance = Math.sqrt(dx * dx + dy * dy + dz * dz)
    if (distance > SIGHT_DISTANCE) return false
    const inView =
      distance > 0
        ? this.look(dx / distance, dy / distance, dz / distance, distance)
        : this.look(0, -1, 0, 0)
    if (!inView) return false
    const { x: endX, y: endY, z: endZ } = this.#ray
    return endX === Math.floor(x) && endY === Math.floor(y) && endZ === Math.floor(z)
  }

  /** Whether the eye {@link sees} a point, and it is light enough at the given height of that column. */
  seesLit(x: number, y: number, z: number, litY = y): boolean {
    return this.sees(x, y, z) && this.#isLit(Math.floor(x), Math.floor(litY), Math.floor(z))
  }

  /** Whether a point is on the side that the eye is turned to. */
  isAhead(x: number, y: number, z: number): boolean {
    return this.#eyeSight?.shows(x - this.#eyeX, y - this.#eyeY, z - this.#eyeZ) ?? true
  }

  /** Whether the eye sees a block, and if so remembers it: tries all points of its {@link openSides}. */
  seesBlock(x: number, y: number, z: number): boolean {
    const inSight = this.seesSides(x, y, z, this.openSides(x, y, z), 0, ALL_POINTS)
    return inSight && (!this.#eyeSight || this.#isUpToDate(x, y, z))
  }

  /**
   * The faces of a block that are turned to the eye and not covered, the only ones that it may see;
   * 0 for none.
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
   * Whether the eye sees some of the faces of a block, and if so remembers it: tries `count` points of
   * each, from the `first` on.
   */
  seesSides(x: number, y: number, z: number, sides: Sides, first: number, count: number): boolean {
    if (sides === WITHIN) return this.sees(x + 0.5, y + 0.5, z + 0.5)
    if (sides === 0) return false
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

  /** Whether the memory has a block as it is: in the dark what is in sight may not be. */
  #isUpToDate(x: number, y: number, z: number): boolean {
    const section = this.#source.section(x >> 4, y >> 4, z >> 4)
    const place = ((y & 15) << 8) | ((z & 15) << 4) | (x & 15)
    return section !== undefined && ((section.sight[place] ?? 0) & UP_TO_DATE) !== 0
  }

  /** Whether a line of sight can pass through a block. */
  #isClear(x: number, y: number, z: number): boolean {
    const section = this.#source.section(x >> 4, y >> 4, z >> 4)
    const place = ((y & 15) << 8) | ((z & 15) << 4) | (x & 15)
    return section !== undefined && ((section.sight[place] ?? 0) & OPAQUE) === 0
  }
}

/** Which of the two faces across an axis is turned to the eye: -1, 1, or 0 for none. */
function facing(eye: number, block: number): -1 | 0 | 1 {
  if (eye < block) return -1
  return eye > block + 1 ? 1 : 0
}

/** Where, along an axis, a line aims at the face that is turned to the eye. */
function depth(eye: number, block: number): number {
  return eye < block + 0.5 ? DEPTH : 1 - DEPTH
}
