import { Vec3 } from 'vec3'
import type { BlockTable } from '#knowledge/block-traits'
import type { BlockMemory, KnownSection } from './block-memory.ts'
import type { KnownBlock, Query } from './world-memory.ts'

/** A section that contains wanted kinds. */
interface Haystack {
  readonly section: KnownSection
  /** Number of wanted blocks in it. */
  count: number
  /** Squared distance from the origin of the search to its nearest block. */
  readonly near: number
}

/** A find is one number of distance and position, so that a numeric sort orders finds by distance. */
const DISTANCE_STEPS = 1024
const SECTION_BLOCKS = 4096

/** Finds remembered blocks by kind, nearest first. Distances are to the centre of a block. */
export class BlockSearch {
  readonly #memory: BlockMemory
  readonly #traits: BlockTable

  constructor(memory: BlockMemory, traits: BlockTable) {
    this.#memory = memory
    this.#traits = traits
  }

  find(kinds: Iterable<string>, from: Vec3, query: Query = {}): KnownBlock[] {
    const { maxDistance = Infinity, limit = Infinity, accept } = query
    const numbers = this.#numbers(kinds)
    const wanted = this.#mask(numbers)
    let found: { squared: number; block: KnownBlock }[] = []
    /** Squared distance beyond which finds no longer count (blocks²). */
    let bound = maxDistance * maxDistance
    for (const stack of this.#haystacks(numbers, from, maxDistance)) {
      if (stack.near > bound) break
      const finds: number[] = []
      this.#scan(stack, wanted, from, (place, squared) => {
        if (squared <= bound) finds.push(encode(squared, place))
      })
      let taken = 0
      for (const find of Float64Array.from(finds).sort()) {
        if (taken >= limit) break
        const block = this.#block(stack.section, find % SECTION_BLOCKS)
        if (accept && !accept(block)) continue
        found.push({ squared: squaredDistance(block.position, from), block })
        taken++
      }
      if (found.length < limit) continue
      found = found.sort((a, b) => a.squared - b.squared).slice(0, limit)
      bound = Math.min(bound, found.at(-1)?.squared ?? 0)
    }
    return found.sort((a, b) => a.squared - b.squared).map(({ block }) => block)
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
    const stacks = new Map<KnownSection, Haystack>()
    for (const number of numbers)
      for (const [section, count] of this.#memory.sectionsOf(number)) {
        const near = squaredDistanceTo(section, from)
        if (near > maxDistance * maxDistance) continue
        const stack = stacks.get(section)
        if (stack) stack.count += count
        else stacks.set(section, { section, count, near })
      }
    return [...stacks.values()].sort((a, b) => a.near - b.near)
  }

  /** Visits the wanted blocks of a section in the order of their positions. */
  #scan(
    stack: Haystack,
    wanted: Uint8Array,
    from: Vec3,
    visit: (place: number, squared: number) => void,
  ): void {
    const { section, count } = stack
    const { codes } = section
    const { kind } = this.#traits
    const dx = section.chunkX * 16 + 0.5 - from.x
    const dy = section.sectionY * 16 + 0.5 - from.y
    const dz = section.chunkZ * 16 + 0.5 - from.z
    let left = count
    for (let place = 0; place < SECTION_BLOCKS && left > 0; place++) {
      if (wanted[kind[codes[place] ?? 0] ?? 0] !== 1) continue
      left--
      const x = dx + (place & 15)
      const y = dy + (place >> 8)
      const z = dz + ((place >> 4) & 15)
      visit(place, x * x + y * y + z * z)
    }
  }

  #block(section: KnownSection, place: number): KnownBlock {
    const code = section.codes[place] ?? 0
    return {
      position: new Vec3(
        section.chunkX * 16 + (place & 15),
        section.sectionY * 16 + (place >> 8),
        section.chunkZ * 16 + ((place >> 4) & 15),
      ),
      kind: this.#traits.kindNames[this.#traits.kind[code] ?? 0] ?? '',
      state: code - 1,
    }
  }
}

function encode(squared: number, place: number): number {
  return Math.floor(squared * DISTANCE_STEPS) * SECTION_BLOCKS + place
}

function squaredDistance(block: Vec3, from: Vec3): number {
  return (
    (block.x + 0.5 - from.x) ** 2 + (block.y + 0.5 - from.y) ** 2 + (block.z + 0.5 - from.z) ** 2
  )
}

/** Squared distance from a point to the nearest block centre in a section. */
function squaredDistanceTo(section: KnownSection, from: Vec3): number {
  const gap = (low: number, at: number) => Math.max(low + 0.5 - at, 0, at - (low + 15.5))
  return (
    gap(section.chunkX * 16, from.x) ** 2 +
    gap(section.sectionY * 16, from.y) ** 2 +
    gap(section.chunkZ * 16, from.z) ** 2
  )
}
