import type { Api, ApiName } from './api.ts'
import type { ServerSettings } from './server-settings.ts'

type OpenApi = (settings: ServerSettings, key: string) => Promise<Api>

/** The APIs in which servers can be asked. Their clients are slow to load, so that each is loaded when it is needed. */
const OPENED: Readonly<Record<ApiName, OpenApi>> = {
  /** OpenAI's chat completions, which most servers have. */
  chat: async (settings, key) => new (await import('./chat-api.ts')).ChatApi(settings, key),
  /** OpenAI's Responses, made for reasoning models. */
  responses: async (settings, key) =>
    new (await import('./responses-api.ts')).ResponsesApi(settings, key),
  /** Anthropic's Messages. */
  anthropic: async (settings, key) =>
    new (await import('./anthropic-api.ts')).AnthropicApi(settings, key),
}

/** Opens the API of a server, whose client is loaded. */
export function openApi(settings: ServerSettings, key: string): Promise<Api> {
  return OPENED[settings.api](settings, key)
}
