import type {
  ChatModel,
  ModelFailure,
  ModelFailureKind,
  ModelRequest,
  ModelResult,
} from './model.ts'
import { MAX_FAILED_CALLS, Outage } from './outage.ts'

/** Failures that another attempt does not fix. */
const FINAL: ReadonlySet<ModelFailureKind> = new Set([
  'auth',
  'budget',
  'rejected',
  'window',
  'aborted',
  'not-recorded',
])

/** A model that knows whether it can still be asked. */
export interface AskedModel extends ChatModel {
  /** Why the model cannot be asked any more; null while it can. */
  readonly failure: ModelFailure | null
}

/** Whether a failed call ends all asking; `failedCalls` counts the failed calls in a row, this one included. */
export type GivesUp = (kind: ModelFailureKind, failedCalls: number) => boolean

const AFTER_FAILED_CALLS: GivesUp = (kind, failedCalls) =>
  FINAL.has(kind) || failedCalls >= MAX_FAILED_CALLS

/** Counts a model's calls and tokens, and gives the model up when it cannot be used or keeps failing. */
export class WatchedModel implements AskedModel {
  readonly name: string
  calls = 0
  inputTokens = 0
  outputTokens = 0
  failure: ModelFailure | null = null
  readonly #model: ChatModel
  readonly #givesUp: GivesUp
  readonly #outage = new Outage()
  #failedCalls = 0

  constructor(model: ChatModel, givesUp = AFTER_FAILED_CALLS) {
    this.name = model.name
    this.#model = model
    this.#givesUp = givesUp
  }

  /** Whether the model's server cannot be asked any more; unusable answers do not count. */
  get isGone(): boolean {
    return this.#outage.isGone
  }

  async complete<T>(request: ModelRequest<T>, signal: AbortSignal): Promise<ModelResult<T>> {
    this.calls++
    const result = await this.#model.complete(request, signal)
    this.#outage.onCall(result.ok ? null : result.failure.kind)
    if (result.ok) {
      this.#failedCalls = 0
      this.failure = null
      this.inputTokens += result.usage.inputTokens
      this.outputTokens += result.usage.outputTokens
    } else {
      const { failure } = result
      if (this.#givesUp(failure.kind, ++this.#failedCalls)) this.failure = failure
    }
    return result
  }
}

/** A failed call as a reason, in one line. */
export function noAnswer({ kind, detail }: ModelFailure): string {
  if (kind === 'budget') return `the budget of the model is spent: ${detail}`
  return `the model gave no answer: ${kind}, ${detail}${advice({ kind, detail })}`
}

/** What to do about a failure of which servers only give the fact; empty for others. */
function advice({ kind, detail }: ModelFailure): string {
  if (detail.includes('--base-url')) return ''
  if (kind === 'auth') return '; check the API key'
  if (kind === 'rejected' && /^404\b/.test(detail)) return '; check --model and --base-url'
  return ''
}
