import { z } from 'zod'
import { limitedFetch } from './limited-fetch.ts'
import type { ServerSettings } from './server-settings.ts'

/** Longest wait for the list of models (ms). */
const MAX_WAIT_MS = 10_000

/** The version of Anthropic's API in which `@anthropic-ai/sdk` asks. */
const ANTHROPIC_VERSION = '2026-10-21'

const tokens = z.int().positive().nullish().catch(null)
const listSchema = z.object({
  data: z
    .array(
      z.object({
        id: z.string(),
        /** Names of the window in vLLM, OpenRouter, Anthropic's API and llama.cpp. */
        max_model_len: tokens,
        context_length: tokens,
        max_input_tokens: tokens,
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
  { baseUrl, keyHeader, api }: Pick<ServerSettings, 'baseUrl' | 'keyHeader' | 'api'>,
  key: string,
): Promise<readonly ServedModel[] | null> {
  const url = new URL(baseUrl)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/models`
  if (api === 'anthropic') url.searchParams.set('limit', '1000')
  const headers = headersFor({ api, keyHeader }, key)
  try {
    const signal = AbortSignal.timeout(MAX_WAIT_MS)
    const response = await limitedFetch(url, { headers, signal }, () => {})
    const { data } = listSchema.parse(await response.json())
    return data.map(({ id, max_model_len, context_length, max_input_tokens, meta }) => ({
      id,
      window: max_model_len ?? context_length ?? max_input_tokens ?? meta?.n_ctx ?? null,
    }))
  } catch {
    // Servers without a list answer in many ways.
    return null
  }
}

function headersFor(
  { api, keyHeader }: Pick<ServerSettings, 'api' | 'keyHeader'>,
  key: string,
): Record<string, string> {
  if (keyHeader === 'api-key') return { 'api-key': key }
  const version = api === 'anthropic' ? { 'anthropic-version': ANTHROPIC_VERSION } : {}
  return { authorization: `Bearer ${key}`, ...version }
}

/** The listed model that a name stands for; undefined for none. Gemini and Ollama add to the names of their models. */
export function listedModel(models: readonly ServedModel[], name: string): ServedModel | undefined {
  return models.find(({ id }) => [name, `models/${name}`, `${name}:latest`].includes(id))
}
