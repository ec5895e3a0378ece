import { perVersion } from './per-version.ts'
import type { Registry } from './registry.ts'

/** Materials of tools from the weakest to the strongest; gold digs fast but harvests like wood. */
const TIERS = ['wooden', 'golden', 'stone', 'copper', 'iron', 'diamond', 'netherite']
/** The order in which a frugal player makes and uses them up. */
const THRIFT = ['wooden', 'stone', 'copper', 'iron', 'diamond', 'golden', 'netherite']
const TOOL = /^(wooden|golden|stone|copper|iron|diamond|netherite)_(pickaxe|axe|shovel|hoe|sword)$/
/** Tools that there is one kind of, and the material that is as dear. */
const SINGLE: ReadonlyMap<string, string> = new Map([
  ['shears', 'iron'],
  ['fishing_rod', 'wooden'],
])

/**
 * What a tool is good for: `pickaxe`, `axe`, `shovel`, `hoe`, `sword`, and `shears` and `fishing_rod` by their own names;
 * undefined for other items.
 */
export function toolType(item: string): string | undefined {
  return SINGLE.has(item) ? item : TOOL.exec(item)?.[2]
}

/** Strength of a tool for harvesting: gold counts as wood. */
function strength(item: string): number {
  const material = TOOL.exec(item)?.[1] ?? ''
  const tier = TIERS.indexOf(material)
  return material === 'golden' ? 0 : tier
}

/** How much a tool harvests: 0 for what is none, 1 for wood and gold, up to 7. */
export function toolTier(item: string): number {
  return strength(item) + 1
}

/** Rank of a tool by what its material costs: lower is cheaper. */
export function toolCost(item: string): number {
  return THRIFT.indexOf(SINGLE.get(item) ?? TOOL.exec(item)?.[1] ?? '')
}

/** Whether one tool can do what another is asked for: same type, and at least as strong. */
export function satisfies(item: string, wanted: string): boolean {
  if (item === wanted) return true
  const type = toolType(wanted)
  return type !== undefined && toolType(item) === type && strength(item) >= strength(wanted)
}

/** All tools of the version, the cheapest first. */
const allTools = perVersion((registry): readonly string[] =>
  [...registry.itemNames]
    .filter((item) => toolType(item) !== undefined)
    .sort((a, b) => toolTier(a) - toolTier(b)),
)

/** All tools of the version that serve as the wanted one, the cheapest first; none for other items. */
export function toolsServingAs(registry: Registry, wanted: string): string[] {
  return allTools(registry).filter((item) => satisfies(item, wanted))
}

/** How many blocks a new tool digs before it breaks; Infinity for what does not wear. */
export function durability(registry: Registry, item: string): number {
  return registry.data.items[registry.itemKey(item).id]?.maxDurability ?? Infinity
}
