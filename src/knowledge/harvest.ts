import { requiredTool } from './dig-time.ts'
import { dropsOf } from './drops.ts'
import { tagMembers } from './item-tags.ts'
import { type Abundance, naturalBlocks, netherBlocks } from './natural-blocks.ts'
import { THE_NETHER } from './nether.ts'
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
  readonly abundance: Abundance
  /** The dimension outside of the overworld that alone has the block. */
  readonly place?: typeof THE_NETHER
}

const tableOf = perVersion((registry): ReadonlyMap<string, readonly HarvestSource[]> => {
  const table = new Map<string, HarvestSource[]>()
  const add = (block: string, source: Pick<HarvestSource, 'abundance' | 'place'>) => {
    for (const { item, expected, tool: own } of dropsOf(registry, block)) {
      const tool = own ?? requiredTool(registry, block)
      table.set(item, [...(table.get(item) ?? []), { ...source, block, item, expected, tool }])
    }
  }
  for (const [block, abundance] of naturalBlocks(registry)) add(block, { abundance })
  const overworld = new Set(table.keys())
  for (const [block, abundance] of netherBlocks(registry))
    if (dropsOf(registry, block).every(({ item }) => !overworld.has(item)))
      add(block, { abundance, place: THE_NETHER })
  return table
})

/** Natural blocks that drop an item or a member of a tag. */
export function harvestSources(registry: Registry, tagOrItem: string): readonly HarvestSource[] {
  return tagMembers(registry, tagOrItem).flatMap((item) => tableOf(registry).get(item) ?? [])
}

/**
 * The item that mining a kind gives: the item itself if a natural block drops it, otherwise the drop of the block of that
 * name (cobblestone for `stone`; raw_iron for `iron_ore` since 1.17). Undefined if there is neither.
 */
export function minedItem(registry: Registry, name: string): string | undefined {
  if (harvestSources(registry, name).length > 0) return name
  const isNatural = naturalBlocks(registry).has(name) || netherBlocks(registry).has(name)
  if (!registry.hasBlock(name) || !isNatural) return undefined
  return dropsOf(registry, name).find((drop) => drop.tool === null)?.item
}
