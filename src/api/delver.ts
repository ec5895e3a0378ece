import type { NavigationGoal } from '#body/navigation/goal'
import type { ItemCounts, Plan } from '#goal/goal'
import type { Failure } from '#goal/outcome'
import type { GoalSkillName } from '#skills/library'
import type { PursueOptions, PursueOutcome } from './pursuit-of-items.ts'

/** Where {@link Delver.goTo} goes: a position, or a goal of mineflayer-pathfinder. */
export type Destination =
  | { readonly x: number; readonly y: number; readonly z: number }
  | NavigationGoal

/** Options of everything that takes time. */
export interface JobOptions {
  /** Game ticks (20 a second) that the job has. */
  readonly maxTicks?: number
  /** Ends the job early; the promise resolves. */
  readonly signal?: AbortSignal
  /** Called with every decision and outcome, as they are written to a trial's event log. */
  readonly onEvent?: PursueOptions['onEvent']
}

/** Options of a skill. */
export interface SkillOptions extends JobOptions {
  /** Materials and fuel to use; by default the skill chooses. */
  readonly using?: ItemCounts
}

/** How a single skill or journey ended. */
export interface JobOutcome {
  readonly ok: boolean
  /** Why it failed; null after success. */
  readonly failure: Failure | null
  /** Game ticks from the call to the end. */
  readonly ticks: number
  /** Changes of the inventory as the server confirmed it, by kind. */
  readonly changes: ItemCounts
}

/** A plan for a task from the bot's current inventory. */
export interface TaskPlan {
  /** The steps in order; empty if the inventory already holds the target or there is no plan. */
  readonly steps: Plan
  /** The same in DEPS's notation, one step a line. */
  readonly text: string
  /** Why there is no plan; null if there is one. */
  readonly impossible: string | null
}

/** One goal skill as a function: `bot.delver.skills.mine({ log: 4 })`. */
export type SkillCall = (target: ItemCounts, options?: SkillOptions) => Promise<JobOutcome>

/**
 * What the plugin adds to a bot. Jobs run one at a time. During a job Delver moves the bot and defends it; between jobs the
 * bot belongs to its owner.
 */
export interface Delver {
  /** The goal skills by name. Each throws UsageError for items that it cannot bring. */
  readonly skills: Readonly<Record<GoalSkillName, SkillCall>>
  /** Whether a job is running. */
  readonly busy: boolean
  /**
   * Works towards an item or a task until the server's inventory holds it.
   * @param task an item with an optional count (`torch:8`), several items (`obtain:mutton+beef`), or one of the paper's
   * tasks (`obtain_diamond`).
   * @throws UsageError when there is no such task or item, or when another job is running.
   */
  pursue(task: string, options?: PursueOptions): Promise<PursueOutcome>
  /** Plans a task from the current inventory, without acting. @throws UsageError when there is no such task or item. */
  plan(task: string): TaskPlan
  /**
   * Walks, swims, digs and builds its way to a destination.
   * @throws UsageError when another job is running.
   */
  goTo(destination: Destination, options?: JobOptions): Promise<JobOutcome>
  /** Ends the running job, if any. @returns when the bot stands still and belongs to its owner again. */
  stop(): Promise<void>
}
