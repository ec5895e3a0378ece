import { requiredTool } from './dig-time.ts'
import { dropsOf } from './drops.ts'
import { membersOf } from './families.ts'
import type { Kinds } from './kinds.ts'
import { naturalBlocks } from './natural-blocks.ts'

/** A natural block that gives an item when dug. */
export interface HarvestSource {
  readonly block: string
  readonly item: string
  /** Average number of items for each block. */
  readonly expected: number
  /** The weakest tool with which the item comes; null for the bare hand. */
  readonly tool: string | null
}

const tables = new WeakMap<Kinds, ReadonlyMap<string, readonly HarvestSource[]>>()

function tableOf(kinds: Kinds): ReadonlyMap<string, readonly HarvestSource[]> {
  const known = tables.get(kinds)
  if (known) return known
  const table = new Map<string, HarvestSource[]>()
  for (const block of naturalBlocks(kinds).keys()) {
    for (const { item, expected, tool } of dropsOf(kinds, block)) {
      const source = { block, item, expected, tool: tool ?? requiredTool(kinds, block) }
      table.set(item, [...(table.get(item) ?? []), source])
    }
  }
  tables.set(kinds, table)
  return table
}

/** Natural blocks of the overworld that give an item or a member of a family when dug. */
export function harvestSources(kinds: Kinds, familyOrItem: string): readonly HarvestSource[] {
  return membersOf(kinds, familyOrItem).flatMap((item) => tableOf(kinds).get(item) ?? [])
}

/**
 * What mining a kind brings: the item itself when some natural block drops it, otherwise what the
 * block of that name drops (`stone`: cobblestone, `iron_ore` from 1.17 on: raw_iron). Undefined when
 * neither is so.
 */
export function minedItem(kinds: Kinds, name: string): string | undefined {
  if (harvestSources(kinds, name).length > 0) return name
  if (!kinds.hasBlock(name) || !naturalBlocks(kinds).has(name)) return undefined
  return dropsOf(kinds, name).find((drop) => drop.tool === null)?.item
}
