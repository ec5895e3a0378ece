import { isBuiltIn } from '#events/worlds'
import { modelSettingsFromEnv } from '#llm/settings'
import { modelFileHash } from './build.ts'
import type { TrialJob } from './trial-job.ts'

/** What a worker can do, and what its owner lets jobs do. */
export interface Equipment {
  readonly build: string
  /** Whether it can reach the shared folder through which files come back. */
  readonly hasStore: boolean
  /** Base URLs of language models that jobs may name, besides those of the providers. */
  readonly modelServers: readonly string[]
  /** Whether jobs may name a Minecraft server to join. */
  readonly allowServers: boolean
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * Why a worker must not or cannot play a trial, in a few words; null when it can. Anybody who can write to Redis can write a
 * job, so a job may neither send a key to an address nor join a server that the worker's owner has not allowed, and may
 * write nowhere but to the trial's own folder.
 */
export function whyUnfit(job: TrialJob, equipment: Equipment): string | null {
  if (job.build !== equipment.build)
    return `it is for Delver ${job.build}, and this is ${equipment.build}`
  if (job.files === 'store' && !equipment.hasStore)
    return 'its files go to a shared folder, and this worker has none (--store)'
  const { selectorModel, skillMemory, planMemory, world } = job.settings
  if (planMemory !== null) return `it writes to the plan memory ${planMemory} of a machine`
  if (skillMemory !== null) return `it writes to the skill memory ${skillMemory} of a machine`
  if (!isBuiltIn(world) && !equipment.allowServers)
    return 'it joins a Minecraft server, which this worker does not allow (--allow-servers)'
  const hash = selectorModel === null ? null : modelFileHash(selectorModel)
  if (selectorModel !== null && (hash === null || hash !== job.selectorModel))
    return `the selector model ${selectorModel} is missing here, or differs`
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
    return `it asks a model at ${strange}, which this worker does not allow (--model-server)`
  if (model.record !== undefined || model.replayCalls !== undefined)
    return 'it records or plays back a model'
  const chosen = modelSettingsFromEnv(env, model)
  if (!chosen.ok) return chosen.message
  const { server } = chosen.settings
  const host = URL.parse(server.baseUrl)?.hostname || null
  if (server.model !== settings.llm.model || host !== settings.llm.server)
    return `it asks ${settings.llm.model} at ${settings.llm.server}, but this worker has ${server.model} at ${host}`
  return null
}
