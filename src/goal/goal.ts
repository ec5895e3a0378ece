/** Kinds or tags of items (`log`, `planks`, `oak_log`, ...) with how many of each. */
export type ItemCounts = Readonly<Record<string, number>>

/**
 * One step of a plan in the goal language of DEPS (appendix C): `mine({log:3}, null)`,
 * `craft({stick:4}, {planks:2}, 'crafting_table')`, `smelt({iron_ingot:3}, {raw_iron:3, coal:1}, 'furnace')`.
 */
export interface Goal {
  /** Name of a goal skill (see `skills/library.ts`). */
  readonly skill: string
  /** What the inventory holds more of when the goal is reached. */
  readonly target: ItemCounts
  /** Materials that it uses up; empty for mining and hunting. */
  readonly using: ItemCounts
  /** The tool to hold or the block to stand at, which must be in the inventory; null for none. */
  readonly tool: string | null
}

/**
 * A step of a plan: a goal, and those that would do in its place (DEPS, section 3.3: sheep or cow or pig is left to the
 * selector).
 */
export interface PlannedGoal extends Goal {
  /** Left out where there is no other. */
  readonly or?: readonly Goal[] | undefined
}

/** Steps in an order in which they can be done. */
export type Plan = readonly PlannedGoal[]

/** Whether anything was gained, of whatever kind. */
export function hasGained(before: ItemCounts, after: ItemCounts): boolean {
  return Object.entries(after).some(([item, count]) => count > (before[item] ?? 0))
}
