import type { Cone } from './cone.ts'
import { BLOCK_RADIUS } from './cone.ts'
import type { ExposedBlocks } from './exposed-blocks.ts'
import { type LoadedCells, UP_TO_DATE } from './loaded-cells.ts'
import { ALL_POINTS, SIGHT_DISTANCE, type SightLines } from './sight-lines.ts'

/** Points of a face that are tried at once for blocks nearby; the others follow in later rounds. */
const POINTS_AT_ONCE = 5

interface Point {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** An exposed rare block, with where it is noted whether the memory has it. */
interface Candidate extends Point {
  readonly sight: Uint8Array
  readonly place: number
}

/** Sections around the eye's own that may be in sight, nearest first. */
const SECTIONS = sectionsInSight()
/** How many of them touch the eye's own section. */
const NEAR_SECTIONS = 27

/** Looks for the rare blocks around one place of the eye, one by one and exactly. */
export class RareBlocks {
  readonly #lines: SightLines
  readonly #loaded: LoadedCells
  readonly #exposed: ExposedBlocks
  #candidates: Candidate[] = []
  /** Candidates nearby, which come first, and how many of them have been looked for. */
  #near = 0
  #nearDone = 0
  /** Where the rounds through all candidates go on, which point of their faces they try, and how many tries are left. */
  #next = 0
  #point = 0
  #left = 0

  constructor(lines: SightLines, loaded: LoadedCells, exposed: ExposedBlocks) {
    this.#lines = lines
    this.#loaded = loaded
    this.#exposed = exposed
  }

  /** The eye has moved: gathers what may be in sight and is not known yet. */
  gather(eye: Point): void {
    this.#candidates = []
    for (const [i, offset] of SECTIONS.entries()) {
      if (i === NEAR_SECTIONS) this.#near = this.#candidates.length
      this.#gatherSection(
        eye,
        (Math.floor(eye.x) >> 4) + offset.x,
        (Math.floor(eye.y) >> 4) + offset.y,
        (Math.floor(eye.z) >> 4) + offset.z,
      )
    }
    const { length } = this.#candidates
    this.#nearDone = 0
    this.#left = length * ALL_POINTS
    // Who moves on and on never comes to the end of a round: the next one goes on where this one was.
    this.#next = length > 0 ? this.#next % length : 0
  }

  /** Looks for what is near at once, and for everything in rounds, until `steps` cells are walked. */
  look(steps: number): void {
    const end = this.#lines.steps + steps
    for (; this.#nearDone < this.#near && this.#lines.steps < end; this.#nearDone++)
      this.#lookFor(this.#candidates[this.#nearDone], 0, POINTS_AT_ONCE)
    for (; this.#left > 0 && this.#lines.steps < end; this.#left--) {
      this.#lookFor(this.#candidates[this.#next], this.#point, 1)
      this.#next = (this.#next + 1) % this.#candidates.length
      if (this.#next === 0) this.#point = (this.#point + 1) % ALL_POINTS
    }
  }

  /** Looks for what is behind a hole that has just come about. */
  lookThrough(cone: Cone): void {
    for (const candidate of this.#candidates) {
      const { x, y, z } = candidate
      if (cone.meets(x + 0.5, y + 0.5, z + 0.5, BLOCK_RADIUS))
        this.#lookFor(candidate, 0, POINTS_AT_ONCE)
    }
  }

  #lookFor(candidate: Candidate | undefined, point: number, count: number): void {
    if (!candidate || (candidate.sight[candidate.place] ?? 0) & UP_TO_DATE) return
    this.#lines.seesBlock(candidate.x, candidate.y, candidate.z, point, count)
  }

  #gatherSection(eye: Point, chunkX: number, sectionY: number, chunkZ: number): void {
    const places = this.#exposed.section(chunkX, sectionY, chunkZ)
    const sight = this.#loaded.section(chunkX, sectionY, chunkZ)?.sight
    if (places.length === 0 || !sight) return
    for (const place of places) {
      if ((sight[place] ?? 0) & UP_TO_DATE) continue
      const x = chunkX * 16 + (place & 15)
      const y = sectionY * 16 + (place >> 8)
      const z = chunkZ * 16 + ((place >> 4) & 15)
      const away = (x + 0.5 - eye.x) ** 2 + (y + 0.5 - eye.y) ** 2 + (z + 0.5 - eye.z) ** 2
      if (away <= (SIGHT_DISTANCE + 1) ** 2) this.#candidates.push({ x, y, z, sight, place })
    }
  }
}

function sectionsInSight(): readonly Point[] {
  const reach = Math.ceil(SIGHT_DISTANCE / 16)
  const span = Array.from({ length: 2 * reach + 1 }, (_, i) => i - reach)
  const all = span.flatMap((y) => span.flatMap((z) => span.map((x) => ({ x, y, z }))))
  const nearest = ({ x, y, z }: Point) =>
    Math.hypot(...[x, y, z].map((offset) => Math.max(0, Math.abs(offset) - 1)))
  const ring = ({ x, y, z }: Point) => Math.max(Math.abs(x), Math.abs(y), Math.abs(z))
  return all
    .filter((offset) => nearest(offset) * 16 <= SIGHT_DISTANCE)
    .sort((a, b) => ring(a) - ring(b) || nearest(a) - nearest(b))
}
