import { createRequire } from 'node:module'
import { isDeepStrictEqual } from 'node:util'
import type { Item } from 'prismarine-item'
import { perVersion } from '#knowledge/per-version'
import type { ItemKey, Registry } from '#knowledge/registry'

const require = createRequire(import.meta.url)
const itemsFor = require('prismarine-item') as (registry: object) => typeof Item

const NO_COMPONENTS: readonly Component[] = []
const NO_NBT = {}

interface Component {
  type: string
  data: unknown
}

/** Components of an item (1.20.5 and later), which prismarine-item's types omit. */
interface WithComponents {
  components?: Component[]
  componentMap?: Map<string, Component>
}

/** The item stacks of a version, cached. */
export const stacksOf = perVersion((registry) => new Stacks(registry))

/**
 * Creates, compares and wears item stacks of one version. Stacks in slots are immutable and replaced on change, so
 * that references tell whether a client knows the current one.
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
   * A new stack, by flattened item name or by id and metadata.
   * @throws RangeError when the version lacks the item.
   */
  make(kind: string | ItemKey, count = 1): Item {
    const { id, metadata } = typeof kind === 'string' ? this.#registry.itemKey(kind) : kind
    return new this.#Item(id, count, metadata)
  }

  /** Flattened item name of a stack. */
  nameOf(item: Item): string {
    return this.#registry.itemName(item)
  }

  /** The stack with another count, null when the count is 0. */
  withCount(item: Item, count: number): Item | null {
    if (count <= 0) return null
    return count === item.count ? item : Object.assign(copyOf(item), { count })
  }

  /** Whether two stacks can share a slot, regardless of their counts. */
  mergeable(a: Item, b: Item): boolean {
    if (!this.sameItem(a, b)) return false
    const [detailsOfA, detailsOfB] = [this.#details(a), this.#details(b)]
    return detailsOfA === detailsOfB || isDeepStrictEqual(detailsOfA, detailsOfB)
  }

  /** Whether two stacks are the same item, regardless of NBT or components. */
  sameItem(a: Item, b: Item): boolean {
    return a.type === b.type && a.metadata === b.metadata
  }

  /** Whether two slots have equal contents. */
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

  /** The tool after `points` of wear, null when it breaks; items without durability are returned unchanged. */
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
      ? ((item as WithComponents).components ?? NO_COMPONENTS)
      : ((item.nbt?.value as object | undefined) ?? NO_NBT)
  }
}

function copyOf(item: Item): Item {
  return Object.assign(Object.create(Object.getPrototypeOf(item)) as Item, item)
}
