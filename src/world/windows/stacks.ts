import { createRequire } from 'node:module'
import { isDeepStrictEqual } from 'node:util'
import type { Item } from 'prismarine-item'
import { perVersion } from '#knowledge/per-version'
import type { ItemKey, Registry } from '#knowledge/registry'

const require = createRequire(import.meta.url)
const itemsFor = require('prismarine-item') as (registry: object) => typeof Item

interface Component {
  type: string
  data: unknown
}

/** Components of an item (1.20.5 and later), which prismarine-item's types leave out. */
interface WithComponents {
  components?: Component[]
  componentMap?: Map<string, Component>
}

/** The stacks of items of one version. */
export const stacksOf = perVersion((registry) => new Stacks(registry))

/**
 * Makes, compares and wears stacks in one version. A stack that lies in a slot is never altered; a
 * changed one takes its place, so that what a client has been told can be compared by reference.
 */
export class Stacks {
  readonly #registry: Registry
  readonly #Item: typeof Item
  readonly #components: boolean

  constructor(registry: Registry) {
    this.#registry = registry
    this.#Item = itemsFor(registry.data)
    this.#components = registry.data.supportFeature('itemsWithComponents')
  }

  /**
   * A fresh stack of a kind, given by its flattened name or its numbers.
   * @throws RangeError when the version has no such item.
   */
  make(kind: string | ItemKey, count = 1): Item {
    const { id, metadata } = typeof kind === 'string' ? this.#registry.itemKey(kind) : kind
    return new this.#Item(id, count, metadata)
  }

  /** Flattened name of a stack's kind. */
  nameOf(item: Item): string {
    return this.#registry.itemName(item)
  }

  /** The same stack with another count, null when nothing is left. */
  withCount(item: Item, count: number): Item | null {
    if (count <= 0) return null
    return count === item.count ? item : Object.assign(copyOf(item), { count })
  }

  /** Whether two stacks could lie in one slot, whatever their counts. */
  mergeable(a: Item, b: Item): boolean {
    return this.sameItem(a, b) && isDeepStrictEqual(this.#details(a), this.#details(b))
  }

  /** Whether two stacks are of one item, whatever is written on them. */
  sameItem(a: Item, b: Item): boolean {
    return a.type === b.type && a.metadata === b.metadata
  }

  /** Whether two slots hold the same. */
  same(a: Item | null, b: Item | null): boolean {
    if (a === b) return true
    return a !== null && b !== null && a.count === b.count && this.mergeable(a, b)
  }

  toNotch(item: Item | null): object {
    return this.#Item.toNotch(item)
  }

  /** Reads a slot of a packet. */
  fromNotch(slot: object): Item | null {
    return this.#Item.fromNotch(slot)
  }

  /** The tool after `points` of wear, null when it breaks; things that cannot wear stay as they are. */
  worn(item: Item, points: number): Item | null {
    if (!item.maxDurability) return item
    const damage = item.durabilityUsed + points
    if (damage >= item.maxDurability) return null
    const tool = copyOf(item)
    if (this.#components) {
      const component = { type: 'damage', data: damage }
      const others = ((item as WithComponents).components ?? []).filter(
        ({ type }) => type !== 'damage',
      )
      const components = [...others, component]
      Object.assign(tool, {
        components,
        componentMap: new Map(components.map((entry) => [entry.type, entry])),
      })
    } else {
      if (tool.nbt) tool.nbt = structuredClone(tool.nbt)
      tool.durabilityUsed = damage
    }
    return tool
  }

  #details(item: Item): unknown {
    return this.#components
      ? ((item as WithComponents).components ?? [])
      : ((item.nbt?.value as object | undefined) ?? {})
  }
}

function copyOf(item: Item): Item {
  return Object.assign(Object.create(Object.getPrototypeOf(item)) as Item, item)
}
