import type { Value } from '#program/values'

/** The outcome of a call of the agent. */
export interface Seen {
  /** The observation that the plan gets. */
  readonly text: string
  readonly isDone: boolean
}

/** The world in which a solution acts: TextCraft, or an environment of trials. */
export interface PlanWorld {
  /** How many of an item the agent carries. */
  count(item: string): number
  inventory(): ReadonlyMap<string, number>
  /** Carries out `agent.<name>(...)`. @throws the signal's reason when it fires. */
  act(
    name: string,
    args: readonly { readonly key: string | null; readonly value: Value }[],
    signal: AbortSignal,
  ): Promise<Seen>
  /** The agent's state: the result of `agent.report()` without the last actions (section 3.2). */
  state(): string
  /**
   * Whether the task is done; called when a solution has ended.
   * @throws the signal's reason when it fires.
   */
  isDone(signal: AbortSignal): Promise<boolean>
}
