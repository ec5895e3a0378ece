import { Vec3 } from 'vec3'
import type { BlockMemory, KnownSection } from './block-memory.ts'
import type { BlockTraits } from './block-traits.ts'
import type { KnownBlock, Query } from './world-memory.ts'

/** How often a kind is known in some region, and how far away the nearest one is (blocks). */
export interface KindCount {
  readonly count: number
  readonly nearest: number
}

/** A section with the wanted kinds in it. */
interface Haystack {
  readonly section: KnownSection
  /** How many of its cells are wanted. */
  readonly count: number
  /** Squared distance from the place asked about to its nearest corner or face. */
  readonly near: number
}

/** A find is one number, so that a plain numeric sort orders finds by distance. */
const DISTANCE_STEPS = 16
const LARGEST_DISTANCE = 2 ** 28 - 1
const MOST_SECTIONS = 2 ** 13
const SECTION_CELLS = 4096

/** Finds remembered blocks by kind, nearest first. Distances are to the middle of a block. */
export class BlockSearch {
  readonly #memory: BlockMemory
  readonly #traits: BlockTraits

  constructor(memory: BlockMemory, traits: BlockTraits) {
    this.#memory = memory
    this.#traits = traits
  }

  find(kinds: Iterable<string>, from: Vec3, query: Query = {}): KnownBlock[] {
    const { maxDistance = Infinity, limit = Infinity, accept } = query
    const numbers = this.#numbers(kinds)
    const stacks = this.#haystacks(numbers, from, maxDistance)
    const found: KnownBlock[] = []
    let pending: number[] = []
    const wanted = this.#mask(numbers)
    for (const [ordinal, stack] of stacks.entries()) {
      this.#scan(stack, wanted, from, (place, squared) => {
        if (squared <= maxDistance * maxDistance) pending.push(encode(squared, ordinal, place))
      })
      const next = stacks[ordinal + 1]?.near
      if (next !== undefined && found.length + pending.length < limit) continue
      const settled = next === undefined ? Infinity : encode(next, 0, 0)
      const sorted = Float64Array.from(pending).sort()
      let taken = 0
      for (; taken < sorted.length && found.length < limit; taken++) {
        const number = sorted[taken] ?? 0
        if (number >= settled) break
        const block = this.#decode(number, stacks)
        if (!accept || accept(block)) found.push(block)
      }
      if (found.length >= limit) break
      pending = [...sorted.subarray(taken)]
    }
    const order = new Map(found.map((block) => [block, squaredDistance(block.position, from)]))
    return found.sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))
  }

  /** Counts what is known of kinds within a distance, without listing every block. */
  census(kinds: Iterable<string>, from: Vec3, maxDistance: number): Map<string, KindCount> {
    const numbers = this.#numbers(kinds)
    const tally = new Map<number, { count: number; nearest: number }>()
    const wanted = this.#mask(numbers)
    for (const stack of this.#haystacks(numbers, from, maxDistance)) {
      this.#scan(stack, wanted, from, (place, squared) => {
        if (squared > maxDistance * maxDistance) return
        const kind = this.#traits.kind[stack.section.cells[place] ?? 0] ?? 0
        const entry = tally.get(kind) ?? { count: 0, nearest: Infinity }
        entry.count++
        entry.nearest = Math.min(entry.nearest, Math.sqrt(squared))
        tally.set(kind, entry)
      })
    }
    const named = [...tally].map(
      ([number, entry]) => [this.#traits.kindNames[number] ?? '', entry] as const,
    )
    return new Map(named.sort((a, b) => a[1].nearest - b[1].nearest))
  }

  #numbers(kinds: Iterable<string>): number[] {
    const numbers = new Set<number>()
    for (const kind of kinds) {
      const number = this.#traits.kindNumber.get(kind)
      if (number !== undefined) numbers.add(number)
    }
    return [...numbers]
  }

  #mask(numbers: readonly number[]): Uint8Array {
    const wanted = new Uint8Array(this.#traits.kindNames.length)
    for (const number of numbers) wanted[number] = 1
    return wanted
  }

  #haystacks(numbers: readonly number[], from: Vec3, maxDistance: number): Haystack[] {
    const counts = new Map<KnownSection, number>()
    for (const number of numbers)
      for (const [section, count] of this.#memory.sectionsOf(number))
        counts.set(section, (counts.get(section) ?? 0) + count)
    const stacks: Haystack[] = []
    for (const [section, count] of counts) {
      const near = squaredDistanceTo(section, from)
      if (near <= maxDistance * maxDistance) stacks.push({ section, count, near })
    }
    return stacks.sort((a, b) => a.near - b.near).slice(0, MOST_SECTIONS)
  }

  /** Visits the wanted cells of a section, in the order of their places. */
  #scan(
    stack: Haystack,
    wanted: Uint8Array,
    from: Vec3,
    visit: (place: number, squared: number) => void,
  ): void {
    const { section, count } = stack
    const { cells } = section
    const { kind } = this.#traits
    const dx = section.chunkX * 16 + 0.5 - from.x
    const dy = section.sectionY * 16 + 0.5 - from.y
    const dz = section.chunkZ * 16 + 0.5 - from.z
    let left = count
    for (let place = 0; place < SECTION_CELLS && left > 0; place++) {
      if (wanted[kind[cells[place] ?? 0] ?? 0] !== 1) continue
      left--
      const x = dx + (place & 15)
      const y = dy + (place >> 8)
      const z = dz + ((place >> 4) & 15)
      visit(place, x * x + y * y + z * z)
    }
  }

  #decode(number: number, stacks: readonly Haystack[]): KnownBlock {
    const rest = number % (MOST_SECTIONS * SECTION_CELLS)
    const place = rest % SECTION_CELLS
    const section = stacks[Math.floor(rest / SECTION_CELLS)]?.section
    if (!section) throw new RangeError('a find in no section')
    const cell = section.cells[place] ?? 0
    return {
      position: new Vec3(
        section.chunkX * 16 + (place & 15),
        section.sectionY * 16 + (place >> 8),
        section.chunkZ * 16 + ((place >> 4) & 15),
      ),
      kind: this.#traits.kindNames[this.#traits.kind[cell] ?? 0] ?? '',
      state: cell - 1,
    }
  }
}

function encode(squared: number, ordinal: number, place: number): number {
  const distance = Math.min(Math.floor(squared * DISTANCE_STEPS), LARGEST_DISTANCE)
  return (distance * MOST_SECTIONS + ordinal) * SECTION_CELLS + place
}

function squaredDistance(block: Vec3, from: Vec3): number {
  return (
    (block.x + 0.5 - from.x) ** 2 + (block.y + 0.5 - from.y) ** 2 + (block.z + 0.5 - from.z) ** 2
  )
}

/** Squared distance from a place to the nearest middle of a block in a section. */
function squaredDistanceTo(section: KnownSection, from: Vec3): number {
  const gap = (low: number, at: number) => Math.max(low + 0.5 - at, 0, at - (low + 15.5))
  return (
    gap(section.chunkX * 16, from.x) ** 2 +
    gap(section.sectionY * 16, from.y) ** 2 +
    gap(section.chunkZ * 16, from.z) ** 2
  )
}
