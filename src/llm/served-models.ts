import { z } from 'zod'
import type { ServerSettings } from './http-transport.ts'
import { limitedFetch } from './limited-fetch.ts'

/** Longest wait for the list of models (ms). */
const MAX_WAIT_MS = 10_000

const tokens = z.int().positive().nullish().catch(null)
const listSchema = z.object({
  data: z
    .array(
      z.object({
        id: z.string(),
        /** Names of the window in vLLM, OpenRouter and llama.cpp. */
        max_model_len: tokens,
        context_length: tokens,
        meta: z.object({ n_ctx: tokens }).nullish().catch(null),
      }),
    )
    .max(10_000),
})

/** A model that a server lists. */
export interface ServedModel {
  readonly id: string
  /** Tokens of prompt and answer together; null where the server does not say. */
  readonly window: number | null
}

/**
 * The models that a server lists at `/models`.
 * @returns null where the server has no such list.
 */
export async function servedModels(
  { baseUrl, keyHeader }: Pick<ServerSettings, 'baseUrl' | 'keyHeader'>,
  key: string,
): Promise<readonly ServedModel[] | null> {
  const url = new URL(baseUrl)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/models`
  const headers: Record<string, string> =
    keyHeader === 'api-key' ? { 'api-key': key } : { authorization: `Bearer ${key}` }
  try {
    const signal = AbortSignal.timeout(MAX_WAIT_MS)
    const response = await limitedFetch(url, { headers, signal }, () => {})
    const { data } = listSchema.parse(await response.json())
    return data.map(({ id, max_model_len, context_length, meta }) => ({
      id,
      window: max_model_len ?? context_length ?? meta?.n_ctx ?? null,
    }))
  } catch {
    // Servers without a list answer in many ways.
    return null
  }
}

/** The listed model that a name stands for; undefined for none. Gemini and Ollama add to the names of their models. */
export function listedModel(models: readonly ServedModel[], name: string): ServedModel | undefined {
  return models.find(({ id }) => [name, `models/${name}`, `${name}:latest`].includes(id))
}
