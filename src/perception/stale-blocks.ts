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
  /** Whether the former block was opaque. */
  readonly hid: boolean
}

/** The result of looking at changes. */
export interface Noticed {
  readonly noticed: boolean
  /** Places where an opaque block is gone, so that more blocks may be in sight. */
  readonly openings: readonly Place[]
}

/** Number of changes, and of remembered blocks, to check in one tick. */
const CHANGES_A_TICK = 64
const CHECKS_A_TICK = 32

/** Number of lines of sight through a new opening. */
const LINES_THROUGH = 48
/** The R3 sequence (Roberts 2018) fills a cube evenly. */
const SPREAD = [0.8191725133961645, 0.6710436067037893, 0.5497004779019703] as const

const NOTHING: Noticed = { noticed: false, openings: [] }

/**
 * Changes of the world. The agent notices a change in sight in the next tick, together with the blocks that it exposes.
 * After a change out of sight, the memory stays wrong until the agent looks at the place again.
 */
export class StaleBlocks {
  readonly #lines: SightLines
  readonly #loaded: LoadedBlocks
  readonly #memory: BlockMemory
  readonly #traits: BlockTable
  /** Changes since the last look. */
  #fresh: Change[] = []
  /** Places where the memory is wrong. The agent must not use this, except by looking at them again. */
  readonly #wrong = new Map<string, Place>()
  #toCheck: Place[] = []

  constructor(lines: SightLines, loaded: LoadedBlocks, memory: BlockMemory, traits: BlockTable) {
    this.#lines = lines
    this.#loaded = loaded
    this.#memory = memory
    this.#traits = traits
  }

  /** Call this before the memory notes the change. */
  blockChanged(x: number, y: number, z: number): void {
    const place = { x, y, z }
    const before = this.#memory.code(x, y, z)
    this.#fresh.push({ place, hid: before === 0 || this.#traits.opaque[before] === 1 })
    if (this.#isWrong(place)) this.#wrong.set(`${x},${y},${z}`, place)
  }

  /** Call this when a column arrived. Its blocks may have changed since the agent remembered them. */
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

  /** Checks all wrong places again, after the eye moved. */
  lookAgain(eye: Place): void {
    this.#toCheck = []
    for (const [key, place] of this.#wrong) {
      if (!this.#isWrong(place)) this.#wrong.delete(key)
      else if (inReach(eye, place)) this.#toCheck.push(place)
    }
  }

  /** Looks at changes, and at some of the wrong places. */
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
