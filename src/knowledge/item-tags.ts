import { perVersion } from './per-version.ts'
import type { Registry } from './registry.ts'

/** Item counts by kind (`oak_log`) or tag (`log`). */
type Counts = Readonly<Record<string, number>>

/** Tags with one member for each wood, with the suffix of their members. */
const OF_WOOD: Readonly<Record<string, string>> = {
  log: '_log',
  planks: '_planks',
  leaves: '_leaves',
  sapling: '_sapling',
  wooden_slab: '_slab',
  wooden_stairs: '_stairs',
  wooden_door: '_door',
  wooden_trapdoor: '_trapdoor',
  wooden_button: '_button',
  wooden_pressure_plate: '_pressure_plate',
  fence: '_fence',
  fence_gate: '_fence_gate',
  sign: '_sign',
  boat: '_boat',
}

/** Tags with one member for each colour of wool. */
const OF_COLOUR: Readonly<Record<string, string>> = {
  wool: '_wool',
  bed: '_bed',
  carpet: '_carpet',
}

/** Tags of kinds with the same purpose, but different sources. Recipes list them separately. */
const BY_PURPOSE: Readonly<Record<string, readonly string[]>> = {
  coals: ['coal', 'charcoal'],
  stone_material: ['cobblestone', 'cobbled_deepslate', 'blackstone'],
}

interface TagTable {
  readonly members: ReadonlyMap<string, readonly string[]>
  readonly tagOf: ReadonlyMap<string, string>
}

const tableOf = perVersion(makeTable)

function makeTable(registry: Registry): TagTable {
  const members = new Map<string, readonly string[]>()
  const tagOf = new Map<string, string>()
  const names = [...registry.itemNames]
  const stems = (ending: string) =>
    names.filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length))
  const addInterchangeable = (tags: Readonly<Record<string, string>>, variants: string[]) => {
    for (const [tag, ending] of Object.entries(tags)) {
      const found = variants.map((stem) => stem + ending).filter((name) => registry.hasItem(name))
      if (found.length === 0) continue
      members.set(tag, found)
      for (const name of found) tagOf.set(name, tag)
    }
  }
  addInterchangeable(OF_WOOD, stems('_planks'))
  addInterchangeable(OF_COLOUR, stems('_wool'))
  for (const [tag, list] of Object.entries(BY_PURPOSE)) {
    members.set(
      tag,
      list.filter((name) => registry.hasItem(name)),
    )
  }
  return { members, tagOf }
}

/** Names of all tags with members in the version. */
export function tagNames(registry: Registry): string[] {
  return [...tableOf(registry).members.keys()]
}

export function isTag(registry: Registry, name: string): boolean {
  return tableOf(registry).members.has(name)
}

/** The members of a tag, or the item itself if it is not a tag. */
export function tagMembers(registry: Registry, tagOrItem: string): readonly string[] {
  return tableOf(registry).members.get(tagOrItem) ?? [tagOrItem]
}

/**
 * The tag of wood or colour variants that an item belongs to. It is never a tag by purpose (`coals`, `stone_material`), whose
 * members are not variants of each other.
 */
export function tagOf(registry: Registry, item: string): string | undefined {
  return tableOf(registry).tagOf.get(item)
}

/** Whether an item is of the given kind or tag. */
export function hasTag(registry: Registry, item: string, tagOrItem: string): boolean {
  return item === tagOrItem || tagMembers(registry, tagOrItem).includes(item)
}

/** The largest count of a single member of a tag in an inventory. A recipe uses a single member for each run. */
export function mostOfOneKind(registry: Registry, inventory: Counts, tagOrItem: string): number {
  return Math.max(0, ...tagMembers(registry, tagOrItem).map((member) => inventory[member] ?? 0))
}

/** The count of a kind, or of all members of a tag, in an inventory. */
export function countOf(registry: Registry, inventory: Counts, tagOrItem: string): number {
  let sum = 0
  for (const member of tagMembers(registry, tagOrItem)) sum += inventory[member] ?? 0
  return sum
}
