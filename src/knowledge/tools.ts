import { perVersion } from './per-version.ts'
import type { Registry } from './registry.ts'

/** Tool materials from weakest to strongest. Gold digs fast, but harvests like wood. */
const TIERS = ['wooden', 'golden', 'stone', 'copper', 'iron', 'diamond', 'netherite']
/** Tool materials from cheapest to most expensive: the order in which the agent makes and uses tools. */
const BY_COST = ['wooden', 'stone', 'copper', 'iron', 'diamond', 'golden', 'netherite']
const TOOL = /^(wooden|golden|stone|copper|iron|diamond|netherite)_(pickaxe|axe|shovel|hoe|sword)$/
/** Tools of a single kind, each with a material of similar cost. */
const SINGLE: ReadonlyMap<string, string> = new Map([
  ['shears', 'iron'],
  ['fishing_rod', 'wooden'],
])

/**
 * The type of a tool: `pickaxe`, `axe`, `shovel`, `hoe`, `sword`, `shears` or `fishing_rod`; undefined for other items.
 */
export function toolType(item: string): string | undefined {
  return SINGLE.has(item) ? item : TOOL.exec(item)?.[2]
}

/** Harvest strength of a tool. Gold counts as wood. */
function strength(item: string): number {
  const material = TOOL.exec(item)?.[1] ?? ''
  const tier = TIERS.indexOf(material)
  return material === 'golden' ? 0 : tier
}

/** Tier of a tool: 0 for other items, 1 for wood and gold, up to 7. */
export function toolTier(item: string): number {
  return strength(item) + 1
}

/** Rank of a tool by the cost of its material. Lower is cheaper. */
export function toolCost(item: string): number {
  return BY_COST.indexOf(SINGLE.get(item) ?? TOOL.exec(item)?.[1] ?? '')
}

/** Whether a tool can replace another: it has the same type and is at least as strong. */
export function satisfies(item: string, wanted: string): boolean {
  if (item === wanted) return true
  const type = toolType(wanted)
  return type !== undefined && toolType(item) === type && strength(item) >= strength(wanted)
}

/** All tools of the version, cheapest first. */
const allTools = perVersion((registry): readonly string[] =>
  [...registry.itemNames]
    .filter((item) => toolType(item) !== undefined)
    .sort((a, b) => toolTier(a) - toolTier(b)),
)

/** All tools of the version that satisfy the wanted one, cheapest first; empty for other items. */
export function toolsServingAs(registry: Registry, wanted: string): string[] {
  return allTools(registry).filter((item) => satisfies(item, wanted))
}

/** Durability of a new tool (blocks); Infinity for items without durability, and for unknown items. */
export function durability(registry: Registry, item: string): number {
  if (!registry.hasItem(item)) return Infinity
  return registry.data.items[registry.itemKey(item).id]?.maxDurability ?? Infinity
}
