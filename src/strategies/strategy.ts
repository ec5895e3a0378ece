import type { Descriptor } from '#agent/descriptor/descriptor'
import type { Environment } from '#agent/environment/environment'
import type { Task } from '#agent/planner/planner'
import type { EventBody } from '#events/events'
import type { ChatModel } from '#llm/model'

/** What a strategy works with. */
export interface StrategyContext {
  readonly environment: Environment
  /** Says what happened, to logs and to models. */
  readonly descriptor: Descriptor
  /** Fires when the target is there, or the trial is over. */
  readonly signal: AbortSignal
  record(event: EventBody): void
}

/** A language model, and which parts of DEPS it is asked to play. */
export interface LlmContext {
  readonly model: ChatModel
  /** Models of their own for parts of the strategy. */
  readonly roles?: { readonly explainer?: ChatModel; readonly executor?: ChatModel }
  /** Whether DEPS explains a failure before it plans again. */
  readonly explainer: boolean
  /** Whether plans are asked for by a JSON schema, where the server can. */
  readonly structured: boolean
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
