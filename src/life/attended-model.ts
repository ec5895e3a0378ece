import type { Environment } from '#agent/environment/environment'
import type { ChatModel, ModelRequest, ModelResult } from '#llm/model'
import type { LlmContext } from '#strategies/strategy'

/** A model whose calls take game time: while it thinks, the environment keeps the body alive. */
class AttendedModel implements ChatModel {
  readonly name: string
  readonly #model: ChatModel
  readonly #environment: Environment

  constructor(model: ChatModel, environment: Environment) {
    this.name = model.name
    this.#model = model
    this.#environment = environment
  }

  async complete<T>(request: ModelRequest<T>, signal: AbortSignal): Promise<ModelResult<T>> {
    const call = this.#model.complete(request, signal)
    try {
      await this.#environment.attend(call, signal)
    } catch (error) {
      if (!signal.aborted) throw error
    }
    return call
  }
}

/** The language model of an agent with a body. Where game time stands still during calls, it is the same. */
export function attended(llm: LlmContext | null, environment: Environment): LlmContext | null {
  if (!llm || llm.isTimeless) return llm
  const watch = (model: ChatModel) => new AttendedModel(model, environment)
  const { explainer, executor } = llm.roles ?? {}
  return {
    ...llm,
    model: watch(llm.model),
    roles: {
      ...(explainer && { explainer: watch(explainer) }),
      ...(executor && { executor: watch(executor) }),
    },
  }
}
