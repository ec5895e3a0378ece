import { modelSettingsFromEnv } from '#llm/settings'
import { fileHash } from './build.ts'
import type { TrialJob } from './trial-job.ts'

/** What a worker has. */
export interface Equipment {
  readonly build: string
  /** Whether it can reach the folder by which files come back. */
  readonly hasStore: boolean
  /** Addresses of models' servers that jobs may name, besides those of the providers. */
  readonly modelServers: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * Why a worker cannot play a trial as it is meant, in a few words; null when it can. A job cannot have a key sent to an
 * address that the worker's owner has not named.
 */
export function whyUnfit(job: TrialJob, equipment: Equipment): string | null {
  if (job.build !== equipment.build)
    return `it is for Delver ${job.build}, and this is ${equipment.build}`
  if (job.files === 'store' && !equipment.hasStore)
    return 'its files go to a shared folder, and this worker was told of none (--store)'
  const { selectorModel } = job.settings
  if (selectorModel !== null && fileHash(selectorModel) !== job.selectorModel)
    return `the selector's model ${selectorModel} is missing here, or another one`
  return job.model === null ? null : whyNoModel(job, equipment)
}

function whyNoModel(
  { settings, model }: TrialJob,
  { env, modelServers }: Equipment,
): string | null {
  if (model === null || settings.llm === null)
    return 'it has no language model to go with its settings'
  const named = [model, model.roles?.explainer, model.roles?.executor].map((one) => one?.baseUrl)
  const strange = named.find((url) => url !== undefined && !modelServers.includes(url))
  if (strange !== undefined)
    return `it asks a model at ${strange}, which this worker was not told of (--model-server)`
  if (model.record !== undefined || model.playBack !== undefined)
    return 'it records or plays back a model'
  const chosen = modelSettingsFromEnv(env, model)
  if (!chosen.ok) return chosen.message
  const { server } = chosen.settings
  const host = URL.parse(server.baseUrl)?.hostname || null
  if (server.model !== settings.llm.model || host !== settings.llm.server)
    return `it asks ${settings.llm.model} at ${settings.llm.server}, and here that were ${server.model} at ${host}`
  return null
}
