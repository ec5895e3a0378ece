import type { AskedModel } from '#agent/model/watched-model'
import type {
  ChatModel,
  ModelFailure,
  ModelFailureKind,
  ModelRequest,
  ModelResult,
} from '#llm/model'

/** Failures that lie in one answer: another question may well be answered. */
const OF_ONE_ANSWER: ReadonlySet<ModelFailureKind> = new Set(['empty', 'too-long', 'bad-output'])

/** Counts what one game asks of a model, and keeps the failure that ends all asking. */
export class Meter implements AskedModel {
  readonly name: string
  calls = 0
  inputTokens = 0
  outputTokens = 0
  failure: ModelFailure | null = null
  readonly #model: ChatModel

  constructor(model: ChatModel) {
    this.name = model.name
    this.#model = model
  }

  async complete<T>(request: ModelRequest<T>, signal: AbortSignal): Promise<ModelResult<T>> {
    this.calls++
    const result = await this.#model.complete(request, signal)
    if (result.ok) {
      this.inputTokens += result.usage.inputTokens
      this.outputTokens += result.usage.outputTokens
    } else if (!OF_ONE_ANSWER.has(result.failure.kind)) {
      this.failure = result.failure
    }
    return result
  }
}
