import type { BlockMemory } from './block-memory.ts'
import type { BlockTraits } from './block-traits.ts'
import { ExposedBlocks } from './exposed-blocks.ts'
import { Fan } from './fan.ts'
import { type LoadedCells, UP_TO_DATE } from './loaded-cells.ts'
import { NearAir } from './near-air.ts'
import { SIGHT_DISTANCE, SightLines } from './sight-lines.ts'
import { StaleBlocks } from './stale-blocks.ts'

/** How far the eye may move before everything is looked at again (blocks). */
const SAME_PLACE = 0.5

/** Cells that lines of sight may walk in one tick; the price of looking. */
const STEPS_A_TICK = { rare: 6_000, fan: 5_000 }
/** Sections that are gone through for rare blocks in one tick; some must be unpacked first. */
const SECTIONS_A_TICK = 60
/** Cells that the fan walks before it has seen enough from one place. */
const FAN_STEPS_A_PLACE = 100_000

/** The same after a block in sight has changed. */
const FAN_STEPS_AFTER_CHANGE = 20_000

/** Blocks up to this distance are tried at several points of each face (blocks). */
const CLOSE = 16
const POINTS_CLOSE = 5
const POINTS_FAR = 1

/** Sections around the eye's own that may be in sight, nearest first. */
const SECTIONS = sectionsInSight()
/** How many of them touch the eye's own section. */
const NEAR_SECTIONS = 27

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
  #eye = { x: Number.NaN, y: 0, z: 0 }
  #stepsOfFan = 0
  /** Next of {@link SECTIONS} to look at, and how many are left of a full round. */
  #section = 0
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
    if (near(chunkX, this.#eye.x) && near(chunkZ, this.#eye.z)) this.#eye.x = Number.NaN
  }

  blockChanged(x: number, y: number, z: number): void {
    this.#exposed.changed(x, y, z)
    this.#stale.blockChanged(x, y, z)
  }

  /** One tick of looking from an eye, for a body that is at `feet`. */
  look(eye: { x: number; y: number; z: number }, feet: { x: number; y: number; z: number }): void {
    this.lines.from(eye.x, eye.y, eye.z)
    const moved = !(
      Math.hypot(eye.x - this.#eye.x, eye.y - this.#eye.y, eye.z - this.#eye.z) < SAME_PLACE
    )
    if (moved) {
      this.#eye = { x: eye.x, y: eye.y, z: eye.z }
      this.#stepsOfFan = FAN_STEPS_A_PLACE
      this.#sectionsLeft = SECTIONS.length
      this.#stale.lookAgain(eye)
    }
    const noticed = this.#stale.look(eye)
    if (noticed) {
      this.#stepsOfFan = Math.max(this.#stepsOfFan, FAN_STEPS_AFTER_CHANGE)
      this.#sectionsLeft = SECTIONS.length
      this.#stale.lookAgain(eye)
    }
    if (noticed || moved)
      this.#nearAir.feel(Math.floor(feet.x), Math.floor(feet.y + 0.5), Math.floor(feet.z))
    const end = this.lines.steps + STEPS_A_TICK.rare
    if (moved) for (let i = 0; i < NEAR_SECTIONS; i++) this.#lookAtRare(eye, i, end)
    for (let i = 0; i < SECTIONS_A_TICK && this.#sectionsLeft > 0; i++) {
      if (this.lines.steps > end) break
      this.#lookAtRare(eye, this.#section, end)
      this.#section = (this.#section + 1) % SECTIONS.length
      this.#sectionsLeft--
    }
    if (this.#stepsOfFan > 0) {
      this.#stepsOfFan -= STEPS_A_TICK.fan
      this.#fan.look(this.lines, STEPS_A_TICK.fan)
    }
  }

  #lookAtRare(eye: { x: number; y: number; z: number }, index: number, end: number): void {
    const offset = SECTIONS[index]
    if (!offset) return
    const chunkX = (Math.floor(eye.x) >> 4) + offset.x
    const sectionY = (Math.floor(eye.y) >> 4) + offset.y
    const chunkZ = (Math.floor(eye.z) >> 4) + offset.z
    const places = this.#exposed.section(chunkX, sectionY, chunkZ)
    if (places.length === 0) return
    const sight = this.#loaded.section(chunkX, sectionY, chunkZ)?.sight
    for (const place of places) {
      if (this.lines.steps > end) return
      if ((sight?.[place] ?? 0) & UP_TO_DATE) continue
      const x = chunkX * 16 + (place & 15)
      const y = sectionY * 16 + (place >> 8)
      const z = chunkZ * 16 + ((place >> 4) & 15)
      const distance = Math.hypot(x + 0.5 - eye.x, y + 0.5 - eye.y, z + 0.5 - eye.z)
      if (distance > SIGHT_DISTANCE + 1) continue
      this.lines.seesBlock(x, y, z, distance <= CLOSE ? POINTS_CLOSE : POINTS_FAR)
    }
  }
}

function sectionsInSight(): readonly { x: number; y: number; z: number }[] {
  const reach = Math.ceil(SIGHT_DISTANCE / 16)
  const span = Array.from({ length: 2 * reach + 1 }, (_, i) => i - reach)
  const all = span.flatMap((y) => span.flatMap((z) => span.map((x) => ({ x, y, z }))))
  const nearest = ({ x, y, z }: { x: number; y: number; z: number }) =>
    Math.hypot(...[x, y, z].map((offset) => Math.max(0, Math.abs(offset) - 1)))
  const ring = ({ x, y, z }: { x: number; y: number; z: number }) =>
    Math.max(Math.abs(x), Math.abs(y), Math.abs(z))
  return all
    .filter((offset) => nearest(offset) * 16 <= SIGHT_DISTANCE)
    .sort((a, b) => ring(a) - ring(b) || nearest(a) - nearest(b))
}
