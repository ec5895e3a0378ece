import type { ApiName } from './api.ts'

/** A service or program that serves models, with its dialect of the chat completions API. */
export interface Provider {
  readonly name: string
  /** Base URL of its API; null where each customer has a separate address. */
  readonly baseUrl: string | null
  /** Environment variable for another base URL. */
  readonly baseUrlVariable: string | null
  /** Environment variable that holds the key. */
  readonly apiKeyEnv: string
  /** Whether it needs a key by default. */
  readonly needsKey: boolean
  /** The API in which it is asked by default. */
  readonly api: ApiName
  readonly keyHeader: 'authorization' | 'api-key'
  /** Its name for the limit of an answer. */
  readonly limitName: 'max_tokens' | 'max_completion_tokens'
  /** Whether it takes a key under which it caches prompts that begin alike. */
  readonly cacheKey: boolean
  /** Window of all its models (tokens of prompt and answer together); null where it depends on the model. */
  readonly contextTokens: number | null
}

const SERVICE = {
  baseUrlVariable: null,
  needsKey: true,
  api: 'chat',
  keyHeader: 'authorization',
  limitName: 'max_tokens',
  cacheKey: false,
  contextTokens: null,
} as const

const PROGRAM = { ...SERVICE, needsKey: false } as const

/** All providers; the first is the default. */
export const PROVIDERS: readonly [Provider, ...Provider[]] = [
  {
    ...SERVICE,
    name: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    baseUrlVariable: 'OPENAI_BASE_URL',
    apiKeyEnv: 'OPENAI_API_KEY',
    limitName: 'max_completion_tokens',
    cacheKey: true,
  },
  {
    ...SERVICE,
    name: 'azure',
    baseUrl: null,
    baseUrlVariable: 'AZURE_OPENAI_ENDPOINT',
    apiKeyEnv: 'AZURE_OPENAI_API_KEY',
    keyHeader: 'api-key',
    limitName: 'max_completion_tokens',
    cacheKey: true,
  },
  {
    ...SERVICE,
    name: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    baseUrlVariable: 'ANTHROPIC_BASE_URL',
    apiKeyEnv: 'ANTHROPIC_API_KEY',
    api: 'anthropic',
    contextTokens: 200_000,
  },
  {
    ...SERVICE,
    name: 'gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    apiKeyEnv: 'GEMINI_API_KEY',
    contextTokens: 1_000_000,
  },
  {
    ...SERVICE,
    name: 'openrouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    apiKeyEnv: 'OPENROUTER_API_KEY',
  },
  {
    ...PROGRAM,
    name: 'ollama',
    baseUrl: 'http://localhost:11434/v1',
    apiKeyEnv: 'OLLAMA_API_KEY',
    // Ollama's default. It silently cuts the beginning of a longer prompt.
    contextTokens: 4096,
  },
  {
    ...PROGRAM,
    name: 'lmstudio',
    baseUrl: 'http://localhost:1234/v1',
    apiKeyEnv: 'LMSTUDIO_API_KEY',
    contextTokens: 4096,
  },
  {
    ...PROGRAM,
    name: 'llamacpp',
    baseUrl: 'http://localhost:8080/v1',
    apiKeyEnv: 'LLAMACPP_API_KEY',
  },
  { ...PROGRAM, name: 'vllm', baseUrl: 'http://localhost:8000/v1', apiKeyEnv: 'VLLM_API_KEY' },
]

/** An unknown server with the chat completions API. */
const UNKNOWN: Provider = {
  ...SERVICE,
  name: 'other',
  baseUrl: null,
  apiKeyEnv: 'OPENAI_API_KEY',
}

const AZURE_HOST = /\.(?:openai|cognitiveservices|services\.ai)\.azure\.com$/

/** The provider with a name; undefined for none. */
export function providerNamed(name: string): Provider | undefined {
  return PROVIDERS.find((provider) => provider.name === name)
}

/** The provider at an address. Programs on this machine are recognized by their default ports. */
export function providerAt(baseUrl: string): Provider {
  const url = URL.parse(baseUrl)
  const hostOf = (address: URL | null) => address?.host.replace(/^127\.0\.0\.1(?=:|$)/, 'localhost')
  const known = PROVIDERS.find(
    (provider) => provider.baseUrl !== null && hostOf(URL.parse(provider.baseUrl)) === hostOf(url),
  )
  if (known) return known
  return (url && AZURE_HOST.test(url.hostname) && providerNamed('azure')) || UNKNOWN
}

/** The path of a provider's API, where addresses are commonly written without it. */
const PATHS: ReadonlyMap<string, string> = new Map([
  ['azure', '/openai/v1'],
  ['anthropic', '/v1'],
])

/** The provider that a model's name stands for; undefined for none. */
export function providerOfModel(model: string): Provider | undefined {
  return /^claude-/.test(model) ? providerNamed('anthropic') : undefined
}

/** Adds the path of the provider's API to an address that lacks it. */
export function apiAddress({ name }: Provider, baseUrl: string): string {
  const url = URL.parse(baseUrl)
  const path = PATHS.get(name)
  if (path === undefined || url?.pathname !== '/') return baseUrl
  url.pathname = path
  return url.href
}
