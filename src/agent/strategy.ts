import type { EventBody } from '../episode/events.ts'
import type { ItemCounts } from '../goal/goal.ts'
import type { Descriptor } from './descriptor/descriptor.ts'
import type { Environment } from './environment/environment.ts'
import type { Task } from './planner/planner.ts'

/** What a strategy works with. */
export interface StrategyContext {
  readonly environment: Environment
  /** Says what happened, to logs and to models. */
  readonly descriptor: Descriptor
  /** Fires when the target is there, or the trial is over. */
  readonly signal: AbortSignal
  record(event: EventBody): void
}

/** A way of getting from a task to goals: DEPS, ADaPT, or one of those that the papers compare them with. */
export interface Strategy {
  readonly name: string
  /**
   * Works on the task until nothing is left to try.
   * @returns why it gave up.
   * @throws the signal's reason when it fires.
   */
  pursue(task: Task, context: StrategyContext): Promise<string>
}

/** Whether anything was gained, of whatever kind. */
export function hasGained(before: ItemCounts, after: ItemCounts): boolean {
  return Object.entries(after).some(([item, count]) => count > (before[item] ?? 0))
}
