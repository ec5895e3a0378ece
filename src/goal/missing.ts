import { countOf } from '#knowledge/item-tags'
import { OVERWORLD, THE_NETHER } from '#knowledge/nether'
import type { Registry } from '#knowledge/registry'
import { satisfies } from '#knowledge/tools'
import { withArticle } from '#wire/wording'
import type { Goal, ItemCounts } from './goal.ts'
import type { Failure } from './outcome.ts'

/** Dimensions, which goals need like a station. */
const DIMENSIONS: ReadonlySet<string> = new Set([OVERWORLD, THE_NETHER])

/** Why a goal cannot be executed now. The kinds are those of skills' failures, and `no-source`. */
export type Missing =
  | { readonly kind: 'missing-material' | 'no-fuel'; readonly item: string; readonly count: number }
  | { readonly kind: 'missing-tool' | 'missing-station'; readonly item: string }
  | { readonly kind: 'no-table' | 'no-furnace' }
  /** No recipe, block or animal provides the item: the goal can never be reached. */
  | { readonly kind: 'no-source'; readonly item: string }

/** One line for people and models: `needs planks: 2 more, needs a stone_pickaxe`. */
export function missingText(missing: readonly Missing[]): string {
  return missing.map(missingPart).join(', ')
}

function missingPart(missing: Missing): string {
  switch (missing.kind) {
    case 'missing-material':
      return `needs ${missing.item}: ${missing.count} more`
    case 'no-fuel':
      return `needs fuel such as ${missing.count} ${missing.item}`
    case 'missing-station':
      if (DIMENSIONS.has(missing.item)) return `exists only in ${missing.item}`
      return `needs ${withArticle(missing.item)}`
    case 'missing-tool':
      return `needs ${withArticle(missing.item)}`
    case 'no-table':
      return 'needs a crafting_table'
    case 'no-furnace':
      return 'needs a furnace'
    case 'no-source':
      return `there is no way to get ${missing.item} like this`
  }
}

/** The failure of a goal that is executed although something is missing. */
export function missingFailure({ target }: Pick<Goal, 'target'>, missing: Missing): Failure {
  const text = missingText([missing])
  if (missing.kind === 'no-source') return { kind: 'not-found', detail: text }
  // A goal such as sleeping in a bed or putting a helmet on needs its target itself.
  const others = Object.keys(target).filter((item) => !('item' in missing) || item !== missing.item)
  return { kind: missing.kind, detail: [others.join(' and '), text].filter(Boolean).join(' ') }
}

/** `missing-tool` unless an item in the inventory can replace the wanted tool. */
export function missingTool(wanted: string, inventory: ItemCounts): Missing[] {
  const has = Object.keys(inventory).some(
    (item) => (inventory[item] ?? 0) > 0 && satisfies(item, wanted),
  )
  return has ? [] : [{ kind: 'missing-tool', item: wanted }]
}

/** `missing-station` for a chest, a bed or a portal that is not available. */
export function missingStation(station: string, isAvailable: boolean): Missing[] {
  return isAvailable ? [] : [{ kind: 'missing-station', item: station }]
}

/** Whether a station is in the inventory or near the agent. */
export function hasStation(
  registry: Registry,
  station: string,
  inventory: ItemCounts,
  near: ReadonlySet<string>,
): boolean {
  return countOf(registry, inventory, station) > 0 || near.has(station)
}

/** `no-source` for an item without sources. */
export function noSource(item: string, sources: readonly unknown[]): Missing[] {
  return sources.length > 0 ? [] : [{ kind: 'no-source', item }]
}

/** What is missing for each item of a goal's target. */
export function eachTarget(goal: Goal, check: (item: string) => Missing[]): Missing[] {
  return Object.keys(goal.target).flatMap(check)
}
