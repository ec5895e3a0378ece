import type { Vec3 } from 'vec3'
import type { Registry } from '#knowledge/registry'
import type { Goal, ItemCounts } from './goal.ts'
import type { Situation } from './situation.ts'

/** What is known to make a block troublesome to dig. */
export interface SourceTrouble {
  /** Whether it borders on lava or on water. */
  readonly lava: boolean
  readonly water: boolean
  /** Whether the feet stand on it. */
  readonly underfoot: boolean
}

/** A block or animal that the agent knows of and that items can be got from; of those that lie together the best. */
export interface KnownSource {
  /** Kind of block, or of animal. */
  readonly kind: string
  readonly position: Vec3
  /** Id of an animal; null for a block. */
  readonly entity: number | null
  /** Expected game ticks to get to it and at it, what makes it unwelcome (lava, water) included. */
  readonly ticks: number
  /** Game ticks since it was seen last, as far as that is known. */
  readonly age: number
  /** How many of its kind are known to lie together, it included: a tree, a vein, a herd. */
  readonly count: number
  readonly trouble: SourceTrouble
}

/** How the body is and where. */
export interface BodyState {
  readonly position: Vec3
  /** Health and food points, of 20. */
  readonly health: number
  readonly food: number
  /** What is in the hand, and what is worn. */
  readonly held: string | null
  readonly isNight: boolean
  /** Whether there may be monsters at all. */
  readonly isHostile: boolean
  /** How many more stones can be dug at the pace of a stone pickaxe with what is carried. */
  readonly stonesLeft: number
}

/**
 * What the agent knows at one moment: all that a selector, a planner or a descriptor may go by, and nothing that it
 * has not seen.
 */
export interface Observation {
  readonly registry: Registry
  /** Game ticks. */
  readonly tick: number
  /** What is carried, by exact kinds, what is worn included. */
  readonly inventory: ItemCounts
  /** Kinds that are worn. */
  readonly worn: ReadonlySet<string>
  /** Stations (`crafting_table`, `furnace`) that stand near enough to be used. */
  readonly near: ReadonlySet<string>
  /** Null in a world without bodies. */
  readonly body: BodyState | null
  /** Null likewise. */
  readonly situation: Situation | null
  /** Known blocks and animals of some kinds, one for each place where they lie together, fewest ticks first. */
  sources(kinds: readonly string[], limit: number): readonly KnownSource[]
}

/** How many game ticks a goal is expected to take (its horizon, DEPS, section 3.3), in parts. */
export interface Estimate {
  /** Until the known source that it begins with is reached. */
  readonly travelTicks: number
  /** Until one is found where none is known. */
  readonly searchTicks: number
  /** The work itself. */
  readonly workTicks: number
}

/** The sum of an estimate's parts (game ticks). */
export function totalTicks({ travelTicks, searchTicks, workTicks }: Estimate): number {
  return travelTicks + searchTicks + workTicks
}

/** How something is looked for of which no source is known: by a tunnel where it lies, or on over the land. */
export const SEARCHES = ['tunnel', 'land'] as const
export type SearchMethod = (typeof SEARCHES)[number]

/** What is settled of how a goal is set about. */
export interface Approach {
  /** The known source to begin with; null where none is needed or known. */
  readonly source: KnownSource | null
  /** How to search; null where nothing is to be found, or where it is left to the skill. */
  readonly search: SearchMethod | null
  /** Known sources that take as long as this to get at (ticks) are left alone while there is hope; left out for none. */
  readonly maxTicks?: number
  /** Height that a later goal leads down to: it is gathered by digging down there; left out for no such way. */
  readonly targetY?: number
  /** What is left of the plan after this goal; left out where that is not known. */
  readonly rest?: readonly Goal[]
  /** What else is to be gathered, to which the goal gives way as `interrupted`; left out for nothing. */
  readonly rivals?: readonly CompetingGoal[]
}

/** Another goal that gathers, as things were when it was not chosen. */
export interface CompetingGoal {
  /** Kinds of blocks and animals that serve it. */
  readonly kinds: readonly string[]
  /** Expected game ticks to the nearest of them that was known; Infinity where none was. */
  readonly ticks: number
}

/** Everything is left to the skill. */
export const ANY_APPROACH: Approach = { source: null, search: null }

/** One way to set about a goal. */
export interface Option extends Approach {
  /** The goal, with its materials as they are to be taken. */
  readonly goal: Goal
}

/** What is known where there is no place and no body, but an inventory alone. */
export function inventoryObservation(
  registry: Registry,
  inventory: ItemCounts,
  { tick = 0, worn = new Set(), near = new Set(), sources = () => [] }: Partial<Observation> = {},
): Observation {
  return { registry, tick, inventory, worn, near, body: null, situation: null, sources }
}
