import type { AskedModel } from '#agent/model/watched-model'
import type { ModelFailure } from '#llm/model'
import type { Failure } from './roles.ts'

/** What a failed call means for a task: it fails or, where the model cannot be asked any more, everything ends. */
export function modelFailed(model: AskedModel, { kind, detail }: ModelFailure): Failure {
  const reason = `no answer from the model (${kind}): ${detail}`
  return { ok: false, kind: model.failure ? 'stopped' : 'failed', reason }
}
