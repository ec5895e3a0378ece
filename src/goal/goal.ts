/** Kinds or tags of items (`log`, `planks`, `oak_log`, ...) with how many of each. */
export type ItemCounts = Readonly<Record<string, number>>

/**
 * One step of a plan in the goal language of DEPS (appendix C): `mine({log:3}, null)`,
 * `craft({stick:4}, {planks:2}, 'crafting_table')`, `smelt({iron_ingot:3}, {raw_iron:3, coal:1}, 'furnace')`.
 */
export interface Goal {
  /** Name of a goal skill (see `skills/library.ts`). */
  readonly skill: string
  /** The items that the inventory gains when the goal is reached. */
  readonly target: ItemCounts
  /** The materials that the goal consumes; empty for mining and hunting. */
  readonly using: ItemCounts
  /** The tool or station, which must be in the inventory; null for none. */
  readonly tool: string | null
}

/**
 * A step of a plan: a goal and its alternatives (DEPS, section 3.3: the selector chooses between sheep, cow and pig).
 */
export interface PlannedGoal extends Goal {
  /** Omitted if there are no alternatives. */
  readonly or?: readonly Goal[] | undefined
}

/** Steps in an order in which they can be done. */
export type Plan = readonly PlannedGoal[]

/** Whether the count of any item has increased. */
export function hasGained(before: ItemCounts, after: ItemCounts): boolean {
  return Object.entries(after).some(([item, count]) => count > (before[item] ?? 0))
}

/** The changes of counts from one inventory to another; kinds that did not change are left out. */
export function changesBetween(before: ItemCounts, after: ItemCounts): Record<string, number> {
  const changes: Record<string, number> = {}
  for (const kind of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const change = (after[kind] ?? 0) - (before[kind] ?? 0)
    if (change !== 0) changes[kind] = change
  }
  return changes
}
