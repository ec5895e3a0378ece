import { NEIGHBOURS } from '#geometry/neighbours'
import type { BlockTable } from '#knowledge/block-traits'
import type { BlockMemory } from './block-memory.ts'
import type { LoadedBlocks } from './loaded-blocks.ts'
import { SIGHT_DISTANCE, type SightLines } from './sight-lines.ts'

interface Place {
  readonly x: number
  readonly y: number
  readonly z: number
}

interface Change {
  readonly place: Place
  /** Whether what was thought to be there before hid what is behind it. */
  readonly hid: boolean
}

/** What came of looking at changes. */
export interface Noticed {
  readonly noticed: boolean
  /** Places where an opaque block is gone, so that more may be in sight now. */
  readonly openings: readonly Place[]
}

/** Changes that are looked at in one tick, and remembered blocks that are checked in one. */
const CHANGES_A_TICK = 64
const CHECKS_A_TICK = 32

/** Lines of sight through a place that has opened, to what is behind it. */
const LINES_THROUGH = 48
/** Fractions that fill a cube evenly (the R3 sequence). */
const SPREAD = [0.8191725133961645, 0.6710436067037893, 0.5497004779019703] as const

const NOTHING: Noticed = { noticed: false, openings: [] }

/**
 * Where the world has changed. A change in sight is noticed on the next tick, together with what it
 * lays bare. One out of sight is not: the memory stays wrong there until the place is looked at again.
 */
export class StaleBlocks {
  readonly #lines: SightLines
  readonly #loaded: LoadedBlocks
  readonly #memory: BlockMemory
  readonly #traits: BlockTable
  /** Changes since they were last looked for. */
  #fresh: Change[] = []
  /** Places where the memory is known to be wrong. Only for looking at them again. */
  readonly #wrong = new Map<string, Place>()
  #toCheck: Place[] = []

  constructor(lines: SightLines, loaded: LoadedBlocks, memory: BlockMemory, traits: BlockTable) {
    this.#lines = lines
    this.#loaded = loaded
    this.#memory = memory
    this.#traits = traits
  }

  /** To be told before the memory is. */
  blockChanged(x: number, y: number, z: number): void {
    const place = { x, y, z }
    const before = this.#memory.code(x, y, z)
    this.#fresh.push({ place, hid: before === 0 || this.#traits.opaque[before] === 1 })
    if (this.#isWrong(place)) this.#wrong.set(`${x},${y},${z}`, place)
  }

  /** A column came (again): what is remembered of it may have changed in the meantime. */
  chunkLoaded(chunkX: number, chunkZ: number): void {
    for (const section of this.#memory.sectionsDown(chunkX, chunkZ)) {
      const codes = this.#loaded.section(chunkX, section.sectionY, chunkZ)?.codes
      if (!codes) continue
      for (let i = 0; i < codes.length; i++) {
        const known = section.codes[i] ?? 0
        if (known === 0 || known === codes[i]) continue
        const x = chunkX * 16 + (i & 15)
        const y = section.sectionY * 16 + (i >> 8)
        const z = chunkZ * 16 + ((i >> 4) & 15)
        this.#wrong.set(`${x},${y},${z}`, { x, y, z })
      }
    }
  }

  /** The eye has moved: places that were out of sight may be in sight now. */
  lookAgain(eye: Place): void {
    this.#toCheck = []
    for (const [key, place] of this.#wrong) {
      if (!this.#isWrong(place)) this.#wrong.delete(key)
      else if (inReach(eye, place)) this.#toCheck.push(place)
    }
  }

  /** Looks at what has changed, and at some of the wrong places. */
  look(eye: Place): Noticed {
    if (this.#fresh.length === 0 && this.#toCheck.length === 0) return NOTHING
    let noticed = false
    const openings: Place[] = []
    for (const { place, hid } of this.#fresh.splice(0, CHANGES_A_TICK)) {
      if (!inReach(eye, place) || !this.#lines.seesBlock(place.x, place.y, place.z)) continue
      noticed = true
      this.#lookAround(place)
      if (hid && !this.#isOpaque(place)) openings.push(place)
    }
    for (const place of this.#toCheck.splice(0, CHECKS_A_TICK))
      if (this.#isWrong(place)) this.#lines.seesBlock(place.x, place.y, place.z)
    return { noticed, openings }
  }

  #lookAround({ x, y, z }: Place): void {
    for (const [dx, dy, dz] of NEIGHBOURS) {
      const code = this.#memory.code(x + dx, y + dy, z + dz)
      if (code !== this.#loaded.code(x + dx, y + dy, z + dz))
        this.#lines.seesBlock(x + dx, y + dy, z + dz)
    }
    if (this.#isOpaque({ x, y, z })) return
    const [u, v, w] = SPREAD
    for (let i = 1; i <= LINES_THROUGH; i++)
      this.#lines.through(x + ((i * u) % 1), y + ((i * v) % 1), z + ((i * w) % 1))
  }

  #isOpaque({ x, y, z }: Place): boolean {
    return this.#traits.opaque[this.#loaded.code(x, y, z)] === 1
  }

  #isWrong({ x, y, z }: Place): boolean {
    const known = this.#memory.code(x, y, z)
    const there = this.#loaded.code(x, y, z)
    return known !== 0 && there !== 0 && known !== there
  }
}

function inReach(eye: Place, { x, y, z }: Place): boolean {
  return Math.hypot(x + 0.5 - eye.x, y + 0.5 - eye.y, z + 0.5 - eye.z) <= SIGHT_DISTANCE + 1
}
