import { perVersion } from './per-version.ts'
import type { Registry } from './registry.ts'

/** Items with how many of each; keys are kinds (`oak_log`) or tags (`log`). */
type Counts = Readonly<Record<string, number>>

/** Tags with one member for every kind of wood: tag name and the ending of its members. */
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

/** Tags with one member for every colour of wool. */
const OF_COLOUR: Readonly<Record<string, string>> = {
  wool: '_wool',
  bed: '_bed',
  carpet: '_carpet',
}

/** Kinds that serve the same purpose but are obtained in different ways; recipes list them apart. */
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

/** Names of all tags that the version has members of. */
export function tagNames(registry: Registry): string[] {
  return [...tableOf(registry).members.keys()]
}

export function isTag(registry: Registry, name: string): boolean {
  return tableOf(registry).members.has(name)
}

/** Kinds that count as the given tag, or the item itself when it is no tag. */
export function tagMembers(registry: Registry, tagOrItem: string): readonly string[] {
  return tableOf(registry).members.get(tagOrItem) ?? [tagOrItem]
}

/**
 * The tag of variants (of wood or colour) that an item belongs to. Tags by purpose (`coals`,
 * `stone_material`) are not answered here: their members are not variants of one another.
 */
export function tagOf(registry: Registry, item: string): string | undefined {
  return tableOf(registry).tagOf.get(item)
}

/** Whether an item is of the given kind or tag. */
export function hasTag(registry: Registry, item: string, tagOrItem: string): boolean {
  return item === tagOrItem || tagMembers(registry, tagOrItem).includes(item)
}

/** How many items of that kind of a tag an inventory holds of which it holds most: what is made of a tag is made of one kind. */
export function mostOfOneKind(registry: Registry, inventory: Counts, tagOrItem: string): number {
  return Math.max(0, ...tagMembers(registry, tagOrItem).map((member) => inventory[member] ?? 0))
}

/** How many items of a kind or of all kinds of a tag an inventory holds. */
export function countOf(registry: Registry, inventory: Counts, tagOrItem: string): number {
  let sum = 0
  for (const member of tagMembers(registry, tagOrItem)) sum += inventory[member] ?? 0
  return sum
}
