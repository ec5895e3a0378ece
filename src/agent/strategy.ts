import type { EventBody } from '../episode/events.ts'
import type { ItemCounts } from '../goal/goal.ts'
import type { Environment } from './environment/environment.ts'

/** What is to be obtained. */
export interface StrategyTask {
  readonly target: ItemCounts
  /** What of it must be worn in the end, null for nothing. */
  readonly wear: string | null
}

/** What a strategy works with. */
export interface StrategyContext {
  readonly world: Environment
  /** Fires when the target is there, or the trial is over. */
  readonly signal: AbortSignal
  record(event: EventBody): void
}

/** A way of getting from a task to goals: DEPS, or one of those that its paper compares it with. */
export interface Strategy {
  readonly name: string
  /**
   * Works on the task until nothing is left to try.
   * @returns why it gave up.
   * @throws the signal's reason when it fires.
   */
  pursue(task: StrategyTask, context: StrategyContext): Promise<string>
}
