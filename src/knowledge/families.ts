import type { Kinds } from './kinds.ts'

/** Items with how many of each; keys are kinds (`oak_log`) or families (`log`). */
type Counts = Readonly<Record<string, number>>

/** Families with one member for every kind of wood: family name and the ending of its members. */
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

/** Families with one member for every colour of wool. */
const OF_COLOUR: Readonly<Record<string, string>> = {
  wool: '_wool',
  bed: '_bed',
  carpet: '_carpet',
}

/** Kinds that serve the same purpose but are come by in different ways; recipes list them apart. */
const BY_PURPOSE: Readonly<Record<string, readonly string[]>> = {
  coals: ['coal', 'charcoal'],
  stone_material: ['cobblestone', 'cobbled_deepslate', 'blackstone'],
}

interface FamilyTable {
  readonly members: ReadonlyMap<string, readonly string[]>
  readonly familyOf: ReadonlyMap<string, string>
}

const tables = new WeakMap<Kinds, FamilyTable>()

function tableOf(kinds: Kinds): FamilyTable {
  const known = tables.get(kinds)
  if (known) return known
  const table = makeTable(kinds)
  tables.set(kinds, table)
  return table
}

function makeTable(kinds: Kinds): FamilyTable {
  const members = new Map<string, readonly string[]>()
  const familyOf = new Map<string, string>()
  const names = [...kinds.itemNames]
  const stems = (ending: string) =>
    names.filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length))
  const addInterchangeable = (families: Readonly<Record<string, string>>, variants: string[]) => {
    for (const [family, ending] of Object.entries(families)) {
      const found = variants.map((stem) => stem + ending).filter((name) => kinds.hasItem(name))
      if (found.length === 0) continue
      members.set(family, found)
      for (const name of found) familyOf.set(name, family)
    }
  }
  addInterchangeable(OF_WOOD, stems('_planks'))
  addInterchangeable(OF_COLOUR, stems('_wool'))
  for (const [family, list] of Object.entries(BY_PURPOSE)) {
    members.set(
      family,
      list.filter((name) => kinds.hasItem(name)),
    )
  }
  return { members, familyOf }
}

/** Names of all families that the version has members of. */
export function familyNames(kinds: Kinds): string[] {
  return [...tableOf(kinds).members.keys()]
}

export function isFamily(kinds: Kinds, name: string): boolean {
  return tableOf(kinds).members.has(name)
}

/** Kinds that count as the given family, or the item itself when it is no family. */
export function membersOf(kinds: Kinds, familyOrItem: string): readonly string[] {
  return tableOf(kinds).members.get(familyOrItem) ?? [familyOrItem]
}

/**
 * The family of variants (of wood or colour) that an item belongs to. Families by purpose (`coals`,
 * `stone_material`) are not answered here: their members are not variants of one another.
 */
export function familyOf(kinds: Kinds, item: string): string | undefined {
  return tableOf(kinds).familyOf.get(item)
}

/** Whether an item is of the given kind or family. */
export function belongsTo(kinds: Kinds, item: string, familyOrItem: string): boolean {
  return item === familyOrItem || membersOf(kinds, familyOrItem).includes(item)
}

/** How many items of a kind or of all kinds of a family an inventory holds. */
export function countOf(kinds: Kinds, inventory: Counts, familyOrItem: string): number {
  let sum = 0
  for (const member of membersOf(kinds, familyOrItem)) sum += inventory[member] ?? 0
  return sum
}
