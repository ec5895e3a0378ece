import type { AgentEvent } from '#agent/agent-event'
import type { Descriptor } from '#agent/descriptor/descriptor'
import type { Environment } from '#agent/environment/environment'
import type { Task } from '#agent/planner/planner'
import type { AnswerForm } from '#llm/answer-forms'
import type { ChatModel } from '#llm/model'

/** The environment, and the parts of the agent that come with it, in which a strategy pursues a task. */
export interface StrategyContext {
  readonly environment: Environment
  /** Describes outcomes to logs and to models. */
  readonly descriptor: Descriptor
  /** Game tick at which the trial ends; undefined for no limit. */
  readonly maxTicks?: number
  /** Fires when the agent holds the target or the trial is over. */
  readonly signal: AbortSignal
  record(event: AgentEvent): void
}

/** A language model, and the parts of DEPS that it plays. */
export interface LlmContext {
  readonly model: ChatModel
  /** Separate models for parts of the strategy. */
  readonly roles?: { readonly explainer?: ChatModel; readonly executor?: ChatModel }
  /** Whether DEPS has the model explain a failure before it plans again. */
  readonly explainer: boolean
  /** Whether it does so in the call that plans again; by default, false. */
  readonly explainsInline?: boolean
  /** Whether game time stands still during calls, so that nothing can happen to the body; by default, false. */
  readonly isTimeless?: boolean
  /** The form in which the model is asked to answer, where the strategy and the server support it. */
  readonly answers: AnswerForm
}

/** A method that turns a task into goals: DEPS, ADaPT, or a baseline of their papers. */
export interface Strategy {
  readonly name: string
  /**
   * Pursues the task until nothing is left to try.
   * @returns why the strategy gave up.
   * @throws the signal's reason when it fires.
   */
  pursue(task: Task, context: StrategyContext): Promise<string>
}
