import type { Cone } from './cone.ts'
import type { ExposedBlocks } from './exposed-blocks.ts'
import { type LoadedBlocks, UP_TO_DATE } from './loaded-blocks.ts'
import { ALL_POINTS, SIGHT_DISTANCE, type Sides, type SightLines } from './sight-lines.ts'

/** Number of points of a face to try at once for nearby blocks. The others follow in later rounds. */
const POINTS_AT_ONCE = 5

interface Point {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** An exposed rare block that may be in sight, with its section's flags. */
interface RareBlock extends Point {
  readonly sides: Sides
  readonly sight: Uint8Array
  readonly place: number
}

/** Movement of the eye after which distant candidates are gathered again (blocks). */
const FAR_STRIDE = 4

/** Offsets of the sections that may be in sight: those next to the eye's own, and the others. */
const SECTIONS = sectionsInSight()
const NEAR_SECTIONS = SECTIONS.slice(0, 27)
const FAR_SECTIONS = SECTIONS.slice(27)

/** Looks for each exposed rare block around the eye. */
export class RareBlocks {
  readonly #lines: SightLines
  readonly #loaded: LoadedBlocks
  readonly #exposed: ExposedBlocks
  /** Nearby candidates, and the number of them that the agent has looked for. */
  #near: RareBlock[] = []
  #nearDone = 0
  /** Distant candidates, and the position of the eye when they were gathered. */
  #far: RareBlock[] = []
  #farFrom: Point | undefined
  /** State of the rounds through all candidates: next candidate, point of its faces, and number of tries left. */
  #next = 0
  #point = 0
  #left = 0

  constructor(lines: SightLines, loaded: LoadedBlocks, exposed: ExposedBlocks) {
    this.#lines = lines
    this.#loaded = loaded
    this.#exposed = exposed
  }

  /** Call this when chunks arrived. */
  refresh(): void {
    this.#farFrom = undefined
  }

  /** Gathers the unknown blocks that may be in sight, after the eye moved. */
  gather(eye: Point): void {
    this.#near = []
    for (const offset of NEAR_SECTIONS) this.#gatherSection(eye, offset, this.#near)
    if (!this.#farFrom || !isNear(eye, this.#farFrom)) {
      this.#far = []
      this.#farFrom = eye
      for (const offset of FAR_SECTIONS) this.#gatherSection(eye, offset, this.#far)
    }
    const length = this.#near.length + this.#far.length
    this.#nearDone = 0
    this.#left = length * ALL_POINTS
    // A moving agent never completes a round, so the next round continues at the same candidate.
    this.#next = length > 0 ? this.#next % length : 0
  }

  /** Starts all rounds again, after the head turned. */
  lookAgain(): void {
    this.#nearDone = 0
    this.#left = (this.#near.length + this.#far.length) * ALL_POINTS
  }

  /** Looks for nearby candidates at once, and for all in rounds, until the lines have passed `steps` blocks. */
  look(steps: number): void {
    const end = this.#lines.steps + steps
    const near = this.#near.length
    const length = near + this.#far.length
    for (; this.#nearDone < near && this.#lines.steps < end; this.#nearDone++)
      this.#lookFor(this.#near[this.#nearDone], 0, POINTS_AT_ONCE)
    for (; this.#left > 0 && this.#lines.steps < end; this.#left--) {
      const next = this.#next < near ? this.#near[this.#next] : this.#far[this.#next - near]
      this.#lookFor(next, this.#point, 1)
      this.#next = (this.#next + 1) % length
      if (this.#next === 0) this.#point = (this.#point + 1) % ALL_POINTS
    }
  }

  /** Looks for rare blocks behind a new opening. */
  lookThrough(cone: Cone): void {
    for (const candidates of [this.#near, this.#far])
      for (const candidate of candidates) {
        const { x, y, z } = candidate
        if (cone.meets(x + 0.5, y + 0.5, z + 0.5)) this.#lookFor(candidate, 0, POINTS_AT_ONCE)
      }
  }

  #lookFor(candidate: RareBlock | undefined, point: number, count: number): void {
    if (!candidate || (candidate.sight[candidate.place] ?? 0) & UP_TO_DATE) return
    const { x, y, z, sides } = candidate
    this.#lines.seesSides(x, y, z, sides, point, count)
  }

  #gatherSection(eye: Point, offset: Point, candidates: RareBlock[]): void {
    const chunkX = (Math.floor(eye.x) >> 4) + offset.x
    const sectionY = (Math.floor(eye.y) >> 4) + offset.y
    const chunkZ = (Math.floor(eye.z) >> 4) + offset.z
    const places = this.#exposed.section(chunkX, sectionY, chunkZ)
    if (places.length === 0) return
    const sight = this.#loaded.section(chunkX, sectionY, chunkZ)?.sight
    if (!sight) return
    for (const place of places) {
      if ((sight[place] ?? 0) & UP_TO_DATE) continue
      const x = chunkX * 16 + (place & 15)
      const y = sectionY * 16 + (place >> 8)
      const z = chunkZ * 16 + ((place >> 4) & 15)
      const squared = (x + 0.5 - eye.x) ** 2 + (y + 0.5 - eye.y) ** 2 + (z + 0.5 - eye.z) ** 2
      if (squared > (SIGHT_DISTANCE + 1) ** 2) continue
      const sides = this.#lines.openSides(x, y, z)
      if (sides !== 0) candidates.push({ x, y, z, sides, sight, place })
    }
  }
}

/** Whether distant candidates gathered at one place are valid at another. */
function isNear(a: Point, b: Point): boolean {
  const sameSection = (['x', 'y', 'z'] as const).every(
    (axis) => Math.floor(a[axis]) >> 4 === Math.floor(b[axis]) >> 4,
  )
  return sameSection && squaredDistance(a, b) <= FAR_STRIDE ** 2
}

function squaredDistance(a: Point, b: Point): number {
  return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 + (a.z - b.z) ** 2
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
