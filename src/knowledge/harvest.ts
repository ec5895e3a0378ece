import { requiredTool } from './dig-time.ts'
import { dropsOf } from './drops.ts'
import { tagMembers } from './item-tags.ts'
import { naturalBlocks } from './natural-blocks.ts'
import { perVersion } from './per-version.ts'
import type { Registry } from './registry.ts'

/** A natural block that drops an item. */
export interface HarvestSource {
  readonly block: string
  readonly item: string
  /** Average number of items per block. */
  readonly expected: number
  /** The weakest tool for the drop; null for the bare hand. */
  readonly tool: string | null
}

const tableOf = perVersion((registry): ReadonlyMap<string, readonly HarvestSource[]> => {
  const table = new Map<string, HarvestSource[]>()
  for (const block of naturalBlocks(registry).keys()) {
    for (const { item, expected, tool } of dropsOf(registry, block)) {
      const source = { block, item, expected, tool: tool ?? requiredTool(registry, block) }
      table.set(item, [...(table.get(item) ?? []), source])
    }
  }
  return table
})

/** Natural blocks of the overworld that drop an item or a member of a tag. */
export function harvestSources(registry: Registry, tagOrItem: string): readonly HarvestSource[] {
  return tagMembers(registry, tagOrItem).flatMap((item) => tableOf(registry).get(item) ?? [])
}

/**
 * The item that mining a kind gives: the item itself if a natural block drops it, otherwise the drop of the block of that
 * name (cobblestone for `stone`; raw_iron for `iron_ore` since 1.17). Undefined if there is neither.
 */
export function minedItem(registry: Registry, name: string): string | undefined {
  if (harvestSources(registry, name).length > 0) return name
  if (!registry.hasBlock(name) || !naturalBlocks(registry).has(name)) return undefined
  return dropsOf(registry, name).find((drop) => drop.tool === null)?.item
}
