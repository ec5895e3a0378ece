import type { Value } from '#program/values'

/** What a call of the agent's came to. */
export interface Seen {
  /** The observation, as the plan gets it. */
  readonly text: string
  readonly isDone: boolean
}

/** Where a solution acts: TextCraft, or an environment of trials. */
export interface PlanWorld {
  /** How many of a thing are carried. */
  count(item: string): number
  inventory(): ReadonlyMap<string, number>
  /** Carries out `agent.<name>(...)`. @throws the signal's reason when it fires. */
  act(
    name: string,
    args: readonly { readonly key: string | null; readonly value: Value }[],
    signal: AbortSignal,
  ): Promise<Seen>
  /** How things stand: what `agent.report()` gives, but for the last actions (section 3.2). */
  state(): string
  /**
   * Whether the task is done; to be asked when a solution has come to its end.
   * @throws the signal's reason when it fires.
   */
  isDone(signal: AbortSignal): Promise<boolean>
}
