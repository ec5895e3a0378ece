/** A service or program that serves models, and how to talk to it. */
export interface Provider {
  readonly name: string
  /** Where its chat completions are; null where everyone has an address of their own. */
  readonly baseUrl: string | null
  /** Variable of the environment for another address. */
  readonly baseUrlVariable: string | null
  /** Variable of the environment that holds the key. */
  readonly apiKeyEnv: string
  /** Whether it asks for a key when nobody has set it up to. */
  readonly needsKey: boolean
  readonly keyHeader: 'authorization' | 'api-key'
  /** Its name for the limit of an answer. */
  readonly limitName: 'max_tokens' | 'max_completion_tokens'
  /** Tokens of prompt and answer together, whatever the model; null where the model decides. */
  readonly contextTokens: number | null
}

const SERVICE = {
  baseUrlVariable: null,
  needsKey: true,
  keyHeader: 'authorization',
  limitName: 'max_tokens',
  contextTokens: null,
} as const

const PROGRAM = { ...SERVICE, needsKey: false } as const

/** One record each; the first is the default. */
export const PROVIDERS: readonly [Provider, ...Provider[]] = [
  {
    ...SERVICE,
    name: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    baseUrlVariable: 'OPENAI_BASE_URL',
    apiKeyEnv: 'OPENAI_API_KEY',
    limitName: 'max_completion_tokens',
  },
  {
    ...SERVICE,
    name: 'azure',
    baseUrl: null,
    baseUrlVariable: 'AZURE_OPENAI_ENDPOINT',
    apiKeyEnv: 'AZURE_OPENAI_API_KEY',
    keyHeader: 'api-key',
    limitName: 'max_completion_tokens',
  },
  {
    ...SERVICE,
    name: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    apiKeyEnv: 'ANTHROPIC_API_KEY',
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
    // Its default. It cuts a longer prompt at its beginning, and does not say so.
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

/** A server with the chat completions API of which nothing else is known. */
const UNKNOWN: Provider = {
  ...SERVICE,
  name: 'other',
  baseUrl: null,
  apiKeyEnv: 'OPENAI_API_KEY',
}

const AZURE_HOST = /\.(?:openai|cognitiveservices|services\.ai)\.azure\.com$/

/** The provider of a name; undefined when there is none. */
export function providerNamed(name: string): Provider | undefined {
  return PROVIDERS.find((provider) => provider.name === name)
}

/** The provider at an address. A program of one's own may stand at any: by its usual port it is known on this machine. */
export function providerAt(baseUrl: string): Provider {
  const url = URL.parse(baseUrl)
  const hostOf = (address: URL | null) => address?.host.replace(/^127\.0\.0\.1(?=:|$)/, 'localhost')
  const known = PROVIDERS.find(
    (provider) => provider.baseUrl !== null && hostOf(URL.parse(provider.baseUrl)) === hostOf(url),
  )
  if (known) return known
  return (url && AZURE_HOST.test(url.hostname) && providerNamed('azure')) || UNKNOWN
}

/** An address as the provider's API has it: that of a resource of Azure lacks its path. */
export function apiAddress({ name }: Provider, baseUrl: string): string {
  const url = URL.parse(baseUrl)
  if (name !== 'azure' || url?.pathname !== '/') return baseUrl
  url.pathname = '/openai/v1'
  return url.href
}
