import type { Registry } from '#knowledge/registry'
import type { Goal, ItemCounts } from './goal.ts'
import type { Missing } from './missing.ts'

/** One way in which a skill obtains an item, with its requirements and costs. */
export interface Recipe {
  /** Name of the skill. */
  readonly skill: string
  /** What one run consumes; empty for gathering. */
  readonly uses: ItemCounts
  /** Items that one run produces. */
  readonly makes: number
  /** Burning time that each item needs (ticks); 0 for none. */
  readonly burnTicks: number
  /** The weakest suitable tool, or the station; null for none. */
  readonly tool: string | null
  /** Uses of the tool for each item; 0 where no tool wears out. */
  readonly wearEach: number
  /** Further blocks dug with the tool before the first item. */
  readonly tunnel: number
  /** Typical game ticks until the first source is found, and for each item beside its materials. */
  readonly searchTicks: number
  readonly eachTicks: number
  /** The dimension where it works, outside of the overworld: `the_nether`. */
  readonly place?: string
  /** What its goals name in place of the item: a portal, for the dimension behind it. */
  readonly object?: string
}

/** The changes that a goal makes. */
export interface Effect {
  /** Changes of item counts. */
  readonly changes: ReadonlyMap<string, number>
  /** Kinds that the agent puts on. */
  readonly worn: readonly string[]
}

/** The parts of a goal skill that need no body: enough to parse, plan, prompt for and simulate it. */
export interface SkillSpec {
  readonly name: string
  /** Whether its goals name materials, as crafting and smelting do. */
  readonly takesMaterials: boolean
  /**
   * `world`: it gathers items; `inventory`: it makes items of carried ones; `body`: it changes worn items or where items
   * are. Models confuse skills of one group.
   */
  readonly group: 'world' | 'inventory' | 'body'
  /** What shows that a goal is reached: the agent carries more or less of its target, or wears it; or nothing shows it. */
  readonly shows: 'more' | 'less' | 'worn' | 'nothing'
  /** Whether it leads to another dimension, where earlier steps of a plan are out of reach. */
  readonly leaves: boolean
  /** The fixed item of its goals; null where goals name the item. */
  readonly object: string | null
  /** The station that it always needs; null for none, or where recipes decide. */
  readonly station: string | null
  /** Verbs that models use for it, its name included. */
  readonly verbs: readonly string[]
  /** The notation and the meaning of its goals, for prompts. */
  readonly prompt: { readonly form: string; readonly meaning: string }
  /** Whether it can obtain or handle an item, under any name of the item. */
  brings(registry: Registry, item: string): boolean
  /** The main drop of an animal that a goal names in place of an item; undefined for none. */
  yieldOf(registry: Registry, animal: string): string | undefined
  /** All recipes by which it obtains an item or a member of a tag, except from unavailable sources. */
  recipes(registry: Registry, item: string, unavailable: ReadonlySet<string>): Recipe[]
  /** Kinds of blocks and animals that drop a goal's items; empty for crafted items. */
  sources(registry: Registry, goal: Goal): string[]
  /**
   * What an inventory lacks for a goal; empty when the goal can be executed now.
   * @param near stations (`crafting_table`, `furnace`) near the agent.
   */
  missing(
    registry: Registry,
    goal: Goal,
    inventory: ItemCounts,
    near: ReadonlySet<string>,
  ): Missing[]
  /** The changes of a goal by the rules of the game, where nothing is missing for it (for the text world). */
  simulate(registry: Registry, goal: Goal, inventory: ItemCounts): Effect
}
