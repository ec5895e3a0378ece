import type { AskedModel } from '#agent/model/watched-model'
import type { ModelFailure, ModelRequest, ModelResult } from '#llm/model'

/** Counts the calls of a model. */
export class CountedModel implements AskedModel {
  readonly name: string
  calls = 0
  readonly #model: AskedModel

  constructor(model: AskedModel) {
    this.name = model.name
    this.#model = model
  }

  get failure(): ModelFailure | null {
    return this.#model.failure
  }

  complete<T>(request: ModelRequest<T>, signal: AbortSignal): Promise<ModelResult<T>> {
    this.calls++
    return this.#model.complete(request, signal)
  }
}
