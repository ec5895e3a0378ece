import { createRequire } from 'node:module'
import minecraftData, { type Block, type IndexedData } from 'minecraft-data'
import { completeData } from './complete-data.ts'

const require = createRequire(import.meta.url)

interface LegacyNames {
  blocks: Record<string, string>
  items: Record<string, string>
}
const legacy = (require('minecraft-data') as { legacy: { pc: LegacyNames } }).legacy.pc

/** Id and variant of an item in packets. `metadata` is 0 since 1.13. */
export interface ItemKey {
  id: number
  metadata: number
}

/** Kind of blocks and items that minecraft-data lacks. Plugins and proxies for other versions send such ids. */
export const UNKNOWN = 'unknown'

/** Properties of a block state, such as `{ axis: 'y' }`. */
export type BlockProperties = Record<string, string>

/**
 * The names of blocks and items in one version of the game. Delver uses flattened names (`birch_log`, `charcoal`, `granite`)
 * for *kinds* in all versions. Before 1.13, several kinds share one id with different metadata; minecraft-data's legacy
 * table translates them.
 */
export class Registry {
  readonly data: IndexedData
  /** Whether each kind has its own id (1.13 and later). */
  readonly flattened: boolean
  readonly #itemKeys = new Map<string, ItemKey>()
  readonly #itemNames = new Map<string, string>()
  readonly #blockNames: (string | undefined)[] = []
  readonly #legacyStates = new Map<string, { state: number; properties: BlockProperties }[]>()

  constructor(version: string) {
    const data = minecraftData(version)
    if (!data) throw new RangeError(`no data for Minecraft ${version}`)
    this.data = completeData(data)
    this.flattened = data.supportFeature('theFlattening')
    if (this.flattened) this.#indexFlattened()
    else this.#indexLegacy()
  }

  /** All item kinds of the version. */
  get itemNames(): Iterable<string> {
    return this.#itemKeys.keys()
  }

  hasItem(name: string): boolean {
    return this.#itemKeys.has(name)
  }

  /** @throws RangeError if the version has no such item. */
  itemKey(name: string): ItemKey {
    const key = this.#itemKeys.get(name)
    if (!key)
      throw new RangeError(`Minecraft ${this.data.version.minecraftVersion} has no item ${name}`)
    return key
  }

  /** Kind of an item from a packet or from mineflayer. Tool damage is ignored. */
  itemName(item: { type: number; metadata?: number | null }): string {
    return (
      this.#itemNames.get(`${item.type}:${item.metadata ?? 0}`) ??
      this.#itemNames.get(`${item.type}:0`) ??
      this.data.items[item.type]?.name ??
      UNKNOWN
    )
  }

  /** Maximum stack size of a kind. Unknown items do not stack. */
  stackSize(name: string): number {
    if (!this.hasItem(name)) return 1
    return this.data.items[this.itemKey(name).id]?.stackSize ?? 64
  }

  /** All kinds of blocks of the version. */
  get blockKinds(): ReadonlySet<string> {
    return new Set(this.#blockNames.filter((name) => name !== undefined))
  }

  /** Kind of a block state. */
  blockName(state: number): string {
    return this.#blockNames[state] ?? UNKNOWN
  }

  /** minecraft-data's entry (hardness, tools, shapes, ...) of a block state. */
  block(state: number): Block {
    const block = this.data.blocksByStateId[state] ?? this.data.blocksByName.air
    if (!block) throw new RangeError(`no block for state ${state}`)
    return block
  }

  hasBlock(name: string): boolean {
    return this.flattened
      ? this.data.blocksByName[name] !== undefined
      : this.#legacyStates.has(name)
  }

  /**
   * The block state with a name and properties. Omitted properties have the default of the block, and properties that the
   * version lacks are ignored.
   * @throws RangeError if the version has no such block.
   */
  blockState(name: string, properties: BlockProperties = {}): number {
    return this.flattened
      ? this.#flattenedState(name, properties)
      : this.#legacyState(name, properties)
  }

  /** Properties of a block state. */
  blockProperties(state: number): BlockProperties {
    if (!this.flattened) {
      const listed = this.#legacyStates.get(this.blockName(state))
      return listed?.find((entry) => entry.state === state)?.properties ?? {}
    }
    const block = this.block(state)
    let rest = state - (block.minStateId ?? 0)
    const properties: BlockProperties = {}
    for (const property of [...(block.states ?? [])].reverse()) {
      properties[property.name] = propertyValue(property, rest % property.num_values)
      rest = Math.floor(rest / property.num_values)
    }
    return properties
  }

  #flattenedState(name: string, properties: BlockProperties): number {
    const block = this.data.blocksByName[name]
    if (!block) throw this.#noBlock(name)
    const wanted = { ...this.blockProperties(block.defaultState ?? 0), ...properties }
    let state = 0
    for (const property of block.states ?? []) {
      const values = Array.from({ length: property.num_values }, (_, i) =>
        propertyValue(property, i),
      )
      const index = values.indexOf(wanted[property.name] ?? '')
      state = state * property.num_values + Math.max(0, index)
    }
    return (block.minStateId ?? 0) + state
  }

  #legacyState(name: string, properties: BlockProperties): number {
    const listed = this.#legacyStates.get(name)
    if (!listed?.[0]) throw this.#noBlock(name)
    // Slabs are bottom slabs unless stated otherwise. minecraft-data has no hardness for double ones.
    const wanted = { type: 'bottom', ...properties }
    const matches = (known: BlockProperties) =>
      Object.entries(wanted).filter(([key, value]) => known[key] === value).length
    return listed.reduce((best, entry) =>
      matches(entry.properties) > matches(best.properties) ? entry : best,
    ).state
  }

  #noBlock(name: string): RangeError {
    return new RangeError(`Minecraft ${this.data.version.minecraftVersion} has no block ${name}`)
  }

  #indexFlattened(): void {
    for (const item of this.data.itemsArray) {
      this.#itemKeys.set(item.name, { id: item.id, metadata: 0 })
      this.#itemNames.set(`${item.id}:0`, item.name)
    }
    for (const block of this.data.blocksArray) {
      for (let s = block.minStateId ?? 0; s <= (block.maxStateId ?? -1); s++)
        this.#blockNames[s] = block.name
    }
  }

  #indexLegacy(): void {
    for (const [key, flattened] of Object.entries(legacy.items)) {
      const [id, metadata] = splitKey(key)
      if (!this.data.items[id]) continue
      const { name } = splitState(flattened)
      this.#itemNames.set(key, name)
      if (!this.#itemKeys.has(name)) this.#itemKeys.set(name, { id, metadata })
    }
    for (const item of this.data.itemsArray) {
      if (this.#itemNames.has(`${item.id}:0`)) continue
      this.#itemNames.set(`${item.id}:0`, item.name)
      this.#itemKeys.set(item.name, { id: item.id, metadata: 0 })
    }
    for (const block of this.data.blocksArray) {
      for (let metadata = 0; metadata < 16; metadata++)
        this.#blockNames[block.id * 16 + metadata] = block.name
    }
    for (const [key, flattened] of Object.entries(legacy.blocks)) {
      const [id, metadata] = splitKey(key)
      if (!this.data.blocks[id]) continue
      const { name, properties } = splitState(flattened)
      const state = id * 16 + metadata
      this.#blockNames[state] = name
      const listed = this.#legacyStates.get(name) ?? []
      listed.push({ state, properties })
      this.#legacyStates.set(name, listed)
    }
    // The table lists flowing liquids (8, 10) and still ones (9, 11), which have the name of the kind.
    for (const name of ['water', 'lava']) {
      const isStill = ({ state }: { state: number }) => this.block(state).name === name
      this.#legacyStates.set(name, (this.#legacyStates.get(name) ?? []).filter(isStill))
    }
  }
}

function splitKey(key: string): [number, number] {
  const [id = 0, metadata = 0] = key.split(':').map(Number)
  return [id, metadata]
}

/** Splits `minecraft:oak_log[axis=y]` into a name and properties. */
function splitState(text: string): { name: string; properties: BlockProperties } {
  const [, name = text, list = ''] = /^(?:minecraft:)?([a-z0-9_]+)(?:\[(.*)\])?$/.exec(text) ?? []
  const properties: BlockProperties = {}
  for (const pair of list.split(',').filter(Boolean)) {
    const [key = '', value = ''] = pair.split('=')
    properties[key] = value
  }
  return { name, properties }
}

function propertyValue(
  property: { type: string; num_values: number; values?: unknown[] | undefined },
  index: number,
): string {
  if (property.type === 'bool') return index === 0 ? 'true' : 'false'
  return String(property.values?.[index] ?? index)
}

const byVersion = new Map<string, Registry>()

/** The registry of a version, cached. @throws RangeError if minecraft-data lacks the version. */
export function registryFor(version: string): Registry {
  const known = byVersion.get(version)
  if (known) return known
  const registry = new Registry(version)
  byVersion.set(version, registry)
  return registry
}
