import type { Registry } from '#knowledge/registry'
import type { Goal, ItemCounts } from './goal.ts'
import type { Missing } from './missing.ts'

/** One way in which a skill brings an item: what it takes and how much work it is. */
export interface Recipe {
  /** Name of the skill. */
  readonly skill: string
  /** What one run uses up; empty for what the world gives. */
  readonly uses: ItemCounts
  /** Items that one run brings. */
  readonly makes: number
  /** Fuel that each item takes (ticks of burning), 0 for none. */
  readonly burnTicks: number
  /** The weakest tool that it takes, or the station to stand at; null for none. */
  readonly tool: string | null
  /** Blocks or animals for each item, which wear the tool; 0 where nothing wears. */
  readonly wearEach: number
  /** Further blocks dug with the tool before the first item. */
  readonly tunnel: number
  /** Typical game ticks until the first source is found, and for each item beside its materials. */
  readonly searchTicks: number
  readonly eachTicks: number
}

/** What carrying out a goal changes. */
export interface Effect {
  /** What there is more or, negative, less of. */
  readonly changes: ReadonlyMap<string, number>
  /** Kinds that are put on. */
  readonly worn: readonly string[]
}

/** What is known of a goal skill without a body: enough to parse, plan, prompt for and simulate it. */
export interface SkillSpec {
  readonly name: string
  /** Whether its goals name materials that are used up, as crafting and smelting do. */
  readonly takesMaterials: boolean
  /**
   * `world`: it gathers what the world gives; `inventory`: it makes things of what is carried; `body`: it changes what
   * is worn or where things are. Models confuse skills of one group.
   */
  readonly group: 'world' | 'inventory' | 'body'
  /** By what one sees that a goal is reached: more of its target is carried, or less, or it is worn; or by nothing of these. */
  readonly shows: 'more' | 'less' | 'worn' | 'nothing'
  /** The one thing that its goals are about, whatever they name; null where they choose. */
  readonly object: string | null
  /** The station that it cannot do without; null for none, or where recipes decide. */
  readonly station: string | null
  /** Words by which models call it, the name among them. */
  readonly verbs: readonly string[]
  /** How its goals are written, and what they do, for prompts. */
  readonly prompt: { readonly form: string; readonly meaning: string }
  /** Whether it is of any use for an item, however the item is named. */
  brings(registry: Registry, item: string): boolean
  /** What it mainly brings from an animal that is named in place of an item; undefined for nothing. */
  yieldOf(registry: Registry, animal: string): string | undefined
  /** All ways in which it brings an item or a member of a tag, but from sources that are unavailable. */
  ways(registry: Registry, item: string, unavailable: ReadonlySet<string>): Recipe[]
  /** Kinds of blocks and animals that a goal's items come from; empty for what is made. */
  sources(registry: Registry, goal: Goal): string[]
  /**
   * What an inventory lacks for a goal; empty when it can be tried now.
   * @param near stations (`crafting_table`, `furnace`) that stand near.
   */
  missing(
    registry: Registry,
    goal: Goal,
    inventory: ItemCounts,
    near: ReadonlySet<string>,
  ): Missing[]
  /** What a goal changes by the rules alone, where nothing is missing for it (the text world). */
  simulate(registry: Registry, goal: Goal, inventory: ItemCounts): Effect
}
