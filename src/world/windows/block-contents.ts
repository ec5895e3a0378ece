import type { Item } from 'prismarine-item'
import { Vec3 } from 'vec3'
import type { Drops } from '../entities/items.ts'
import type { Level } from '../level.ts'

interface Contents {
  readonly items: (Item | null)[]
}

/** A block with contents. */
export interface Holder<T extends Contents> {
  readonly x: number
  readonly y: number
  readonly z: number
  readonly contents: T
  /** Whether the block was removed. */
  gone: boolean
}

/** Contents of the blocks of given names by position, from the first use until the block is removed. */
export class BlockContents<T extends Contents> {
  readonly #drops: Drops
  readonly #make: (x: number, y: number, z: number) => T
  readonly #holders = new Map<string, Holder<T>>()

  constructor(
    level: Level,
    drops: Drops,
    kinds: ReadonlySet<string>,
    make: (x: number, y: number, z: number) => T,
  ) {
    this.#drops = drops
    this.#make = make
    level.on('change', ({ x, y, z, before, after }) => {
      const kind = level.registry.blockName(before)
      if (kinds.has(kind) && level.registry.blockName(after) !== kind) this.#spill(x, y, z)
    })
  }

  at(x: number, y: number, z: number): Holder<T> {
    const key = keyOf(x, y, z)
    let holder = this.#holders.get(key)
    if (!holder) {
      holder = { x, y, z, contents: this.#make(x, y, z), gone: false }
      this.#holders.set(key, holder)
    }
    return holder
  }

  all(): Iterable<Holder<T>> {
    return this.#holders.values()
  }

  /** Drops the contents of a removed block. */
  #spill(x: number, y: number, z: number): void {
    // Generated blocks have contents before their first use.
    const holder = this.at(x, y, z)
    this.#holders.delete(keyOf(x, y, z))
    holder.gone = true
    const { items } = holder.contents
    const spilt = items.filter((item) => item !== null)
    items.fill(null)
    for (const item of spilt) this.#drops.drop(item, new Vec3(x + 0.5, y + 0.5, z + 0.5))
  }
}

function keyOf(x: number, y: number, z: number): string {
  return `${x},${y},${z}`
}
