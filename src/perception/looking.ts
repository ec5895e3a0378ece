import type { BlockMemory } from './block-memory.ts'
import type { BlockTraits } from './block-traits.ts'
import { BLOCK_RADIUS, Cone } from './cone.ts'
import { ExposedBlocks } from './exposed-blocks.ts'
import { Fan } from './fan.ts'
import { type LoadedCells, UP_TO_DATE } from './loaded-cells.ts'
import { NearAir } from './near-air.ts'
import { ALL_POINTS, SIGHT_DISTANCE, SightLines } from './sight-lines.ts'
import { StaleBlocks } from './stale-blocks.ts'

/** How far a moving eye gets before everything is looked at again (blocks). */
const STRIDE = 1
/** The same for an eye that has come to rest. */
const SHIFT = 0.1

/** Cells that lines of sight may walk in one tick; the price of looking. */
const STEPS_A_TICK = { rare: 3_000, fan: 2_000 }
/** Sections that are gone through for rare blocks in one tick; some must be unpacked first. */
const SECTIONS_A_TICK = 40
/** Cells that the fan walks before it has seen enough from one place. */
const FAN_STEPS_A_PLACE = 80_000
/** Openings through which rare blocks are looked for in one tick. */
const OPENINGS_A_TICK = 8

/** Points of a face that are tried at once for blocks nearby; the others follow in later rounds. */
const POINTS_AT_ONCE = 5

/** Sections around the eye's own that may be in sight, nearest first. */
const SECTIONS = sectionsInSight()
/** How many of them touch the eye's own section. */
const NEAR_SECTIONS = 27
/** Distance from the middle of a section to its corners. */
const SECTION_RADIUS = 8 * Math.sqrt(3)

/** Makes every place look far away. */
const NOWHERE: Point = { x: Number.NaN, y: 0, z: 0 }

interface Point {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** Which rare blocks of which section to look for, and how. */
interface SectionSearch {
  /** Number among {@link SECTIONS}. */
  readonly section: number
  /** The first exposed block of it to look for. */
  readonly place: number
  /** First and number of the points of a face that are tried. */
  readonly point: number
  readonly count: number
  /** When to stop, in steps of all lines of sight. */
  readonly end: number
}

/**
 * Looks at the loaded world from where the eye is, and remembers what is in sight: rare blocks one by
 * one and exactly, everything else by a fan of lines. Looks again only after the eye has moved, a
 * block has changed or a chunk has come.
 */
export class Looking {
  readonly lines: SightLines
  readonly #exposed: ExposedBlocks
  readonly #loaded: LoadedCells
  readonly #fan = new Fan()
  readonly #nearAir: NearAir
  readonly #stale: StaleBlocks
  /** Where the eye was in the last tick, and when everything was last looked at. */
  #eye: Point = NOWHERE
  #lookedFrom: Point = NOWHERE
  #stepsOfFan = 0
  /** Where the round through rare blocks goes on, and which point of their faces it tries. */
  readonly #round = { section: 0, place: 0, point: 0 }
  /** Holes that have come about and were not looked through yet. */
  readonly #openings: Point[] = []
  /** How many sections are left until every point has been tried from here. */
  #sectionsLeft = 0

  constructor(loaded: LoadedCells, memory: BlockMemory, traits: BlockTraits) {
    this.#loaded = loaded
    this.#exposed = new ExposedBlocks(loaded, traits)
    this.#nearAir = new NearAir(loaded, memory, traits)
    this.lines = new SightLines(loaded, memory)
    this.#stale = new StaleBlocks(this.lines, loaded, memory, traits)
  }

  chunkLoaded(chunkX: number, chunkZ: number): void {
    this.#exposed.loaded(chunkX, chunkZ)
    this.#stale.chunkLoaded(chunkX, chunkZ)
    const near = (chunk: number, at: number) => Math.abs(chunk * 16 + 8 - at) < SIGHT_DISTANCE + 8
    if (near(chunkX, this.#eye.x) && near(chunkZ, this.#eye.z)) this.#lookedFrom = NOWHERE
  }

  blockChanged(x: number, y: number, z: number): void {
    this.#exposed.changed(x, y, z)
    this.#stale.blockChanged(x, y, z)
  }

  /** One tick of looking from an eye, for a body that is at `feet`. */
  look(eye: Point, feet: Point): void {
    this.lines.from(eye.x, eye.y, eye.z)
    const moved = this.#hasMoved(eye)
    if (moved) {
      this.#lookedFrom = eye
      this.#stepsOfFan = FAN_STEPS_A_PLACE
      this.#sectionsLeft = SECTIONS.length * ALL_POINTS
      this.#stale.lookAgain(eye)
    }
    const { noticed, openings } = this.#stale.look(eye)
    if (noticed) this.#stale.lookAgain(eye)
    this.#openings.push(...openings)
    for (const opening of this.#openings.splice(0, OPENINGS_A_TICK)) this.#lookThrough(eye, opening)
    if (noticed || moved)
      this.#nearAir.feel(Math.floor(feet.x), Math.floor(feet.y + 0.5), Math.floor(feet.z))
    this.#lookForRare(eye, moved)
    if (this.#stepsOfFan > 0) {
      this.#stepsOfFan -= STEPS_A_TICK.fan
      this.#fan.look(this.lines, STEPS_A_TICK.fan)
    }
  }

  #hasMoved(eye: Point): boolean {
    const resting = distance(eye, this.#eye) < SHIFT / 10
    this.#eye = eye
    return !(distance(eye, this.#lookedFrom) < (resting ? SHIFT : STRIDE))
  }

  /** Goes through what is near at once, and through everything in rounds over several ticks. */
  #lookForRare(eye: Point, moved: boolean): void {
    const end = this.lines.steps + STEPS_A_TICK.rare
    const atOnce = { place: 0, point: 0, count: POINTS_AT_ONCE, end }
    if (moved)
      for (let i = 0; i < NEAR_SECTIONS; i++) this.#lookInSection(eye, { ...atOnce, section: i })
    const round = this.#round
    for (let i = 0; i < SECTIONS_A_TICK && this.#sectionsLeft > 0; i++) {
      round.place = this.#lookInSection(eye, { ...round, count: 1, end })
      if (round.place > 0) return
      this.#sectionsLeft--
      round.section = (round.section + 1) % SECTIONS.length
      if (round.section === 0) round.point = (round.point + 1) % ALL_POINTS
    }
  }

  /** Looks for rare blocks behind a hole that has just come about. */
  #lookThrough(eye: Point, { x, y, z }: Point): void {
    const cone = new Cone(eye, { x: x + 0.5, y: y + 0.5, z: z + 0.5 })
    for (const offset of SECTIONS) {
      const chunkX = (Math.floor(eye.x) >> 4) + offset.x
      const sectionY = (Math.floor(eye.y) >> 4) + offset.y
      const chunkZ = (Math.floor(eye.z) >> 4) + offset.z
      if (!cone.meets(chunkX * 16 + 8, sectionY * 16 + 8, chunkZ * 16 + 8, SECTION_RADIUS)) continue
      const places = this.#exposed.section(chunkX, sectionY, chunkZ)
      const sight = this.#loaded.section(chunkX, sectionY, chunkZ)?.sight
      for (const place of places) {
        if ((sight?.[place] ?? 0) & UP_TO_DATE) continue
        const blockX = chunkX * 16 + (place & 15)
        const blockY = sectionY * 16 + (place >> 8)
        const blockZ = chunkZ * 16 + ((place >> 4) & 15)
        if (cone.meets(blockX + 0.5, blockY + 0.5, blockZ + 0.5, BLOCK_RADIUS))
          this.lines.seesBlock(blockX, blockY, blockZ, 0, POINTS_AT_ONCE)
      }
    }
  }

  /** Looks for the rare blocks of a section; returns the place to go on with, 0 when it is through. */
  #lookInSection(eye: Point, search: SectionSearch): number {
    const offset = SECTIONS[search.section] ?? { x: 0, y: 0, z: 0 }
    const chunkX = (Math.floor(eye.x) >> 4) + offset.x
    const sectionY = (Math.floor(eye.y) >> 4) + offset.y
    const chunkZ = (Math.floor(eye.z) >> 4) + offset.z
    const places = this.#exposed.section(chunkX, sectionY, chunkZ)
    const sight = this.#loaded.section(chunkX, sectionY, chunkZ)?.sight
    for (let i = search.place; i < places.length; i++) {
      const place = places[i] ?? 0
      if ((sight?.[place] ?? 0) & UP_TO_DATE) continue
      if (this.lines.steps > search.end) return i
      const x = chunkX * 16 + (place & 15)
      const y = sectionY * 16 + (place >> 8)
      const z = chunkZ * 16 + ((place >> 4) & 15)
      const away = (x + 0.5 - eye.x) ** 2 + (y + 0.5 - eye.y) ** 2 + (z + 0.5 - eye.z) ** 2
      if (away <= (SIGHT_DISTANCE + 1) ** 2)
        this.lines.seesBlock(x, y, z, search.point, search.count)
    }
    return 0
  }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z)
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
