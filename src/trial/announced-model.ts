import type { ChatModel, ModelRequest, ModelResult } from '#llm/model'
import type { OpenModel } from '#llm/open-model'

/** Called with the purpose of a call when it begins, and with null when it has ended. */
export type OnAsk = (purpose: string | null) => void

/** The models of a run, which announce their calls: a call may take minutes in which nothing else happens. */
export function announced(
  { model, roles }: Pick<OpenModel, 'model' | 'roles'>,
  onAsk: OnAsk | undefined,
): Pick<OpenModel, 'model' | 'roles'> {
  if (!onAsk) return { model, roles }
  const announce = (one: ChatModel): ChatModel => ({
    name: one.name,
    async complete<T>(request: ModelRequest<T>, signal: AbortSignal): Promise<ModelResult<T>> {
      onAsk(request.purpose)
      try {
        return await one.complete(request, signal)
      } finally {
        onAsk(null)
      }
    },
  })
  const { explainer, executor } = roles
  return {
    model: announce(model),
    roles: {
      ...(explainer && { explainer: announce(explainer) }),
      ...(executor && { executor: announce(executor) }),
    },
  }
}
