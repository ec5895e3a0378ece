import type {
  ChatModel,
  ModelFailure,
  ModelFailureKind,
  ModelRequest,
  ModelResult,
} from '#llm/model'
import { MAX_FAILED_CALLS, Outage } from '#llm/outage'

/** Failures that asking again does not mend. */
const FINAL: ReadonlySet<ModelFailureKind> = new Set([
  'auth',
  'budget',
  'rejected',
  'aborted',
  'not-recorded',
])
/** Answers to one question, the first and those after it was sent back, before it is given up; the same for all strategies. */
export const MAX_ANSWERS = 3
/** Longest unreadable answer that stays in a dialogue (characters). */
export const MAX_QUOTE = 1000

/** A model of which is known whether it is of any use to ask it further. */
export interface AskedModel extends ChatModel {
  /** Why it cannot be asked any further; null while it can. */
  readonly failure: ModelFailure | null
}

/** Watches a model's calls, and gives it up when it cannot be used or keeps failing. */
export class WatchedModel implements AskedModel {
  readonly name: string
  failure: ModelFailure | null = null
  readonly #model: ChatModel
  readonly #outage = new Outage()
  #failedCalls = 0

  constructor(model: ChatModel) {
    this.name = model.name
    this.#model = model
  }

  /** Whether its server cannot be asked any further; answers that are of no use do not count. */
  get isGone(): boolean {
    return this.#outage.isGone
  }

  async complete<T>(request: ModelRequest<T>, signal: AbortSignal): Promise<ModelResult<T>> {
    const result = await this.#model.complete(request, signal)
    this.#outage.onCall(result.ok ? null : result.failure.kind)
    if (result.ok) {
      this.#failedCalls = 0
      this.failure = null
    } else {
      const { failure } = result
      if (FINAL.has(failure.kind) || ++this.#failedCalls >= MAX_FAILED_CALLS) this.failure = failure
    }
    return result
  }
}

/** How strategies say that a call brought nothing. */
export function noAnswer({ kind, detail }: ModelFailure): string {
  return `the model gave no answer: ${kind}, ${detail}`
}
