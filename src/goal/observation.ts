import type { Vec3 } from 'vec3'
import type { Registry } from '#knowledge/registry'
import type { Goal, ItemCounts } from './goal.ts'
import type { Situation } from './situation.ts'

/** Known hazards of digging a block. */
export interface SourceTrouble {
  /** Whether it borders on lava or on water. */
  readonly lava: boolean
  readonly water: boolean
  /** Whether the feet stand on it. */
  readonly underfoot: boolean
}

/** A known block or animal that drops wanted items; the best of its group. */
export interface KnownSource {
  /** Kind of block, or of animal. */
  readonly kind: string
  readonly position: Vec3
  /** Id of an animal; null for a block. */
  readonly entity: number | null
  /** Expected game ticks to reach and mine or kill it, with a penalty for hazards (lava, water). */
  readonly ticks: number
  /** Game ticks since the agent last saw it, if known. */
  readonly age: number
  /** Known size of its group, such as a tree, a vein or a herd. */
  readonly count: number
  readonly trouble: SourceTrouble
}

/** State and position of the body. */
export interface BodyState {
  readonly position: Vec3
  /** Health and food points, of 20. */
  readonly health: number
  readonly food: number
  /** The item in the main hand. */
  readonly held: string | null
  readonly isNight: boolean
  /** Whether monsters can spawn at this difficulty. */
  readonly isHostile: boolean
  /** How many more blocks of stone the carried pickaxes dig at least at the speed of a stone pickaxe. */
  readonly stonesLeft: number
}

/**
 * What the agent knows at one moment. Selectors, planners and descriptors use nothing else, and it contains nothing that
 * the agent has not perceived.
 */
export interface Observation {
  readonly registry: Registry
  /** Game ticks. */
  readonly tick: number
  /** Everything carried, by exact kinds, worn items included. */
  readonly inventory: ItemCounts
  /** Kinds of worn items. */
  readonly worn: ReadonlySet<string>
  /** Stations (`crafting_table`, `furnace`) near enough to use. */
  readonly near: ReadonlySet<string>
  /** Null in a world without bodies. */
  readonly body: BodyState | null
  /** Null in a world without bodies. */
  readonly situation: Situation | null
  /** Known blocks and animals of some kinds, one for each group, fewest ticks first. */
  sources(kinds: readonly string[], limit: number): readonly KnownSource[]
  /** Expected game ticks between two places, without looking at the blocks between them; 0 in a world without bodies. */
  travelTicks(from: Vec3, to: Vec3): number
}

/** How many game ticks a goal is expected to take (its horizon, DEPS, section 3.3), in parts. */
export interface Estimate {
  /** Travel to the known source that the goal begins with. */
  readonly travelTicks: number
  /** Search where no source is known. */
  readonly searchTicks: number
  /** The work itself. */
  readonly workTicks: number
}

/** The sum of an estimate's parts (game ticks). */
export function totalTicks({ travelTicks, searchTicks, workTicks }: Estimate): number {
  return travelTicks + searchTicks + workTicks
}

/** Search methods where no source is known: a tunnel at the ore's height, or exploration on the surface. */
export const SEARCHES = ['tunnel', 'land'] as const
export type SearchMethod = (typeof SEARCHES)[number]

/** What a selector has decided about how to execute a goal. */
export interface Approach {
  /** The known source to begin with; null where none is needed or known. */
  readonly source: KnownSource | null
  /** The search method; null where no search is needed, or where the skill decides. */
  readonly search: SearchMethod | null
  /** Known sources that take at least as many ticks are ignored while the search may succeed; by default, there is no limit. */
  readonly maxTicks?: number
  /** Height of a later goal: the agent gathers by digging down to it; omitted where it does not. */
  readonly targetY?: number
  /** The rest of the plan after this goal; omitted where it is unknown. */
  readonly rest?: readonly Goal[]
  /** Other gathering goals that may preempt this one (`interrupted`); by default, none. */
  readonly rivals?: readonly CompetingGoal[]
}

/** A gathering goal that was not chosen, as it was at the time of the choice. */
export interface CompetingGoal {
  /** Kinds of blocks and animals that it gathers from. */
  readonly kinds: readonly string[]
  /** Expected game ticks to the nearest known one; Infinity where none was known. */
  readonly ticks: number
}

/** The skill decides everything. */
export const ANY_APPROACH: Approach = { source: null, search: null }

/** A goal with one approach to it. */
export interface Candidate extends Approach {
  /** The goal, with the materials to use. */
  readonly goal: Goal
}

/** An observation in a world that consists of an inventory alone. */
export function inventoryObservation(
  registry: Registry,
  inventory: ItemCounts,
  { tick = 0, worn = new Set(), near = new Set(), sources = () => [] }: Partial<Observation> = {},
): Observation {
  const travelTicks = () => 0
  return {
    registry,
    tick,
    inventory,
    worn,
    near,
    body: null,
    situation: null,
    sources,
    travelTicks,
  }
}
