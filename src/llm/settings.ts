import { existsSync } from 'node:fs'
import { z } from 'zod'
import * as models from '#vendor/models'
import { API_NAMES, REASONING_EFFORTS } from './api.ts'
import type { BudgetLimits } from './budget.ts'
import { listPrice, type Price } from './price.ts'
import {
  apiAddress,
  PROVIDERS,
  type Provider,
  providerAt,
  providerNamed,
  providerOfModel,
} from './providers.ts'
import { Secret } from './secret.ts'
import type { ServerSettings } from './server-settings.ts'
import { readTranscript, TranscriptError } from './transcript.ts'

const [DEFAULT_PROVIDER] = PROVIDERS

const DEFAULTS = {
  timeoutMs: 300_000,
  firstTokenMs: 600_000,
  retries: 3,
  backOff: { baseMs: 500, maxMs: 120_000 },
  /** Includes the thoughts of a reasoning model, which count as part of its answer. */
  maxOutputTokens: 16_384,
  maxAnswerChars: 100_000,
} as const

/** Longest call, also while an answer arrives steadily: the larger of a number of timeouts and a time (ms). */
const MAX_TIMEOUTS_PER_CALL = 4
const MAX_CALL_MS = 1_200_000

/** Window of an unknown model (tokens): small enough for the default settings of most local servers. */
const UNKNOWN_WINDOW = 16_384

/** Flags of any model: its name, its server and its limits. */
const roleShape = {
  model: z.string().optional(),
  provider: z.enum(PROVIDERS.map(({ name }) => name)).optional(),
  /** By default, the provider's own. */
  api: z.enum(API_NAMES).optional(),
  baseUrl: z.string().optional(),
  /** Environment variable that holds the key. */
  apiKeyEnv: z.string().optional(),
  maxCalls: z.number().optional(),
  maxTokens: z.number().optional(),
  maxDollars: z.number().optional(),
  /** Dollars for a million tokens. */
  price: z
    .object({
      input: z.number(),
      output: z.number(),
      cached: z.number().optional(),
      cacheWrite: z.number().optional(),
    })
    .optional(),
}
const roleFlagsSchema = z.strictObject(roleShape)
export type RoleFlags = Readonly<z.infer<typeof roleFlagsSchema>>

/** Parts of a strategy that may have a separate model. */
export const MODEL_ROLES = ['explainer', 'executor'] as const
export type ModelRole = (typeof MODEL_ROLES)[number]

/** Flags of the command line for the model. Keys come from the environment only. */
export const modelFlagsSchema = z.strictObject({
  ...roleShape,
  /** Separate models for parts of the strategy. */
  roles: z.partialRecord(z.enum(MODEL_ROLES), roleFlagsSchema).optional(),
  /** Size of the model's window (tokens). */
  contextTokens: z.number().optional(),
  maxOutputTokens: z.number().optional(),
  timeoutSeconds: z.number().optional(),
  firstTokenSeconds: z.number().optional(),
  retries: z.number().optional(),
  /** False for a server that cannot stream its answers. */
  stream: z.boolean().optional(),
  /** Temperature of all calls; by default, each request's own. */
  temperature: z.number().optional(),
  reasoningEffort: z.enum(REASONING_EFFORTS).optional(),
  /** File to record the calls to. */
  record: z.string().optional(),
  /** Transcript from which to replay calls, without a server: a file, or a trial's folder. */
  replayCalls: z.string().optional(),
})
export type ModelFlags = Readonly<z.infer<typeof modelFlagsSchema>>

/** All settings of the model of one run. They can be printed: the key does not appear. */
export interface ModelSettings {
  readonly server: ServerSettings
  /** Null where calls are replayed. */
  readonly key: Secret | null
  /** Limit of an answer and its thoughts (tokens). */
  readonly maxOutputTokens: number
  /** Whether answers without thoughts have the smaller limits of their purposes: where the user sets none. */
  readonly limitsByPurpose: boolean
  /** Temperature of all calls; null leaves it to each request. */
  readonly temperature: number | null
  readonly budget: BudgetLimits
  readonly price: Price | null
  readonly transcript: { readonly mode: 'record' | 'play'; readonly file: string } | null
  /** Separate models for parts of the strategy. */
  readonly roles: Readonly<Partial<Record<ModelRole, ModelSettings>>>
}

export type ModelSettingsResult =
  | { readonly ok: true; readonly settings: ModelSettings }
  /** One line that says which setting is missing or wrong. */
  | { readonly ok: false; readonly message: string }

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The model's settings by flags and by the environment: `DELVER_MODEL` and the provider's variables, which are
 * `OPENAI_API_KEY` and `OPENAI_BASE_URL` by default. Flags take precedence. A replay needs neither key nor server.
 */
export function modelSettingsFromEnv(
  env: Environment,
  flags: ModelFlags = {},
): ModelSettingsResult {
  const { record, replayCalls } = flags
  if (record !== undefined && replayCalls !== undefined)
    return wrong('calls can be recorded or replayed, not both')
  if (record !== undefined && existsSync(record))
    return wrong(`${record} already exists; record to another file`)
  return replayCalls === undefined ? withRoles(env, flags) : forTranscript(replayCalls, flags)
}

function withRoles(env: Environment, flags: ModelFlags): ModelSettingsResult {
  const main = forServer(env, flags)
  if (!main.ok) return main
  const roles: Partial<Record<ModelRole, ModelSettings>> = {}
  for (const role of MODEL_ROLES) {
    const own = flags.roles?.[role]
    if (!own) continue
    if (own.model === undefined)
      return wrong(`options for the model of the ${role} need --${role}-model`)
    const chosen = forServer(env, flagsOfRole(flags, own))
    if (!chosen.ok) return wrong(`for the ${role}: ${chosen.message}`)
    roles[role] = chosen.settings
  }
  return { ok: true, settings: { ...main.settings, roles } }
}

/** Flags of a part's own model: by default it is on the main model's server, and it has separate limits. */
function flagsOfRole(flags: ModelFlags, own: RoleFlags): ModelFlags {
  const {
    timeoutSeconds,
    firstTokenSeconds,
    retries,
    stream,
    temperature,
    reasoningEffort,
    maxOutputTokens,
  } = flags
  const { provider, baseUrl, api, apiKeyEnv } = flags
  const isElsewhere = own.provider !== undefined || own.baseUrl !== undefined
  return {
    ...defined({
      timeoutSeconds,
      firstTokenSeconds,
      retries,
      stream,
      temperature,
      reasoningEffort,
      maxOutputTokens,
    }),
    ...(!isElsewhere && defined({ provider, baseUrl, api, apiKeyEnv })),
    ...own,
  }
}

/** Removes undefined values. */
function defined<T extends object>(values: T): { [K in keyof T]: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: NonNullable<T[K]>
  }
}

function forServer(env: Environment, flags: ModelFlags): ModelSettingsResult {
  const model = modelName(env, flags)
  const named = namedProvider(env, flags)
  const baseUrl = flags.baseUrl ?? addressIn(env, named ?? DEFAULT_PROVIDER)
  if (baseUrl === undefined)
    return wrong(`${named?.name} needs ${named?.baseUrlVariable} or --base-url to be set`)
  const objection = objectionTo(baseUrl)
  const provider = named ?? providerAt(baseUrl)
  const apiKeyEnv = apiKeyName(env, flags)
  if (!mayBeVariable(env, apiKeyEnv))
    return wrong(
      '--api-key-env takes the name of an environment variable, such as OPENAI_API_KEY, and not the key',
    )
  const key = env[apiKeyEnv]?.trim() || (named?.needsKey === false ? NO_KEY : undefined)
  const missing = [
    ...(key ? [] : [`${apiKeyEnv}${named ? '' : ANY_WORD}`]),
    ...(model ? [] : ['DELVER_MODEL or --model']),
  ]
  if (!key || !model)
    return wrong(
      `a language model needs ${missing.join(' and ')} to be set${named ? '' : ", and --provider or OPENAI_BASE_URL for another server than OpenAI's"}`,
    )
  if (!/^[\x21-\x7e]+$/.test(key))
    return wrong(`${apiKeyEnv} contains characters that cannot be part of a key`)
  if (objection) return wrong(objection)
  const transcript =
    flags.record === undefined ? null : ({ mode: 'record', file: flags.record } as const)
  const address = apiAddress(provider, baseUrl)
  return complete({ model, baseUrl: address, provider, key: new Secret(key), transcript }, flags)
}

/**
 * The provider by its name or, where neither it nor an address is given, by the API or the model's name; undefined for
 * none.
 */
function namedProvider(env: Environment, flags: RoleFlags): Provider | undefined {
  if (flags.provider !== undefined) return providerNamed(flags.provider)
  if (flags.baseUrl !== undefined || env.OPENAI_BASE_URL?.trim()) return undefined
  if (flags.api !== undefined) return PROVIDERS.find(({ api }) => api === flags.api)
  return providerOfModel(modelName(env, flags) ?? '')
}

function modelName(env: Environment, { model }: RoleFlags): string | undefined {
  return model ?? env.DELVER_MODEL?.trim()
}

/** Name of the environment variable with the API key. */
export function apiKeyName(env: Environment, flags: RoleFlags): string {
  const ofApi = PROVIDERS.find(({ api }) => api === flags.api)
  return flags.apiKeyEnv ?? (namedProvider(env, flags) ?? ofApi ?? DEFAULT_PROVIDER).apiKeyEnv
}

/**
 * Whether a text can be the name of a variable. The keys of services are longer than names in lower case, or have other
 * characters; a key must not be quoted in an error.
 */
function mayBeVariable(env: Environment, text: string): boolean {
  return env[text] !== undefined || /^(?:[A-Z_][A-Z0-9_]*|[A-Za-z_]\w{0,29})$/.test(text)
}

const ANY_WORD = ' (any word for a local server that needs no key)'
/** The key for a server that needs none: the client insists on a key. */
const NO_KEY = 'none'

function addressIn(env: Environment, { baseUrl, baseUrlVariable }: Provider): string | undefined {
  const set = baseUrlVariable === null ? undefined : env[baseUrlVariable]?.trim()
  return set || (baseUrl ?? undefined)
}

function forTranscript(file: string, flags: ModelFlags): ModelSettingsResult {
  try {
    const lines = readTranscript(file)
    const transcript = { mode: 'play', file } as const
    const forRole = (role: ModelRole | null): ModelSettingsResult => {
      const model = lines.find((line) => line.role === role)?.model ?? 'unknown'
      return complete({ model, baseUrl: '', provider: null, key: null, transcript }, flags)
    }
    const main = forRole(null)
    if (!main.ok) return main
    const roles: Partial<Record<ModelRole, ModelSettings>> = {}
    for (const role of MODEL_ROLES) {
      const own = lines.some((line) => line.role === role) ? forRole(role) : null
      if (own && !own.ok) return own
      if (own) roles[role] = own.settings
    }
    return { ok: true, settings: { ...main.settings, roles } }
  } catch (error) {
    if (error instanceof TranscriptError) return wrong(error.message)
    throw error
  }
}

interface Essentials {
  readonly model: string
  readonly baseUrl: string
  /** Null where calls are replayed. */
  readonly provider: Provider | null
  readonly key: Secret | null
  readonly transcript: ModelSettings['transcript']
}

function complete(
  { model, baseUrl, provider, key, transcript }: Essentials,
  flags: ModelFlags,
): ModelSettingsResult {
  const price = flags.price ? { ...flags.price, source: 'command line' } : listPrice(model, baseUrl)
  if (flags.maxDollars !== undefined && !price)
    return wrong(`a limit in dollars needs the price of ${model}; set --price, or limit the tokens`)
  const { window, output: most } = limitsOf(model)
  const timeoutMs = flags.timeoutSeconds ? flags.timeoutSeconds * 1000 : DEFAULTS.timeoutMs
  const settings: ModelSettings = {
    server: {
      api: flags.api ?? provider?.api ?? 'chat',
      model,
      baseUrl,
      contextTokens: flags.contextTokens ?? provider?.contextTokens ?? window,
      timeoutMs,
      firstTokenMs: flags.firstTokenSeconds
        ? flags.firstTokenSeconds * 1000
        : DEFAULTS.firstTokenMs,
      callMs: Math.max(MAX_TIMEOUTS_PER_CALL * timeoutMs, MAX_CALL_MS),
      retries: flags.retries ?? DEFAULTS.retries,
      backOff: DEFAULTS.backOff,
      maxAnswerChars: DEFAULTS.maxAnswerChars,
      stream: flags.stream ?? true,
      keyHeader: provider?.keyHeader ?? 'authorization',
      limitName: provider?.limitName ?? 'max_tokens',
      cacheKey: provider?.cacheKey ?? false,
      reasoningEffort: flags.reasoningEffort ?? null,
    },
    key,
    maxOutputTokens: flags.maxOutputTokens ?? Math.min(DEFAULTS.maxOutputTokens, most),
    limitsByPurpose: flags.maxOutputTokens === undefined,
    temperature: flags.temperature ?? null,
    budget: {
      calls: flags.maxCalls ?? null,
      tokens: flags.maxTokens ?? null,
      dollars: flags.maxDollars ?? null,
    },
    price,
    transcript,
    roles: {},
  }
  return { ok: true, settings }
}

/** A model's window and its longest answer (tokens), from gpt-tokenizer's table of models. */
function limitsOf(model: string): { window: number; output: number } {
  const known = Object.entries(models).find(([name]) => name === model)?.[1]
  return {
    window: known && 'context_window' in known ? known.context_window : UNKNOWN_WINDOW,
    output:
      known && 'max_output_tokens' in known ? known.max_output_tokens : Number.POSITIVE_INFINITY,
  }
}

/** Why an address cannot be used; undefined when it can. The message does not quote the address: it may hold a password. */
function objectionTo(baseUrl: string): string | undefined {
  const url = URL.parse(baseUrl)
  if (!url || !/^https?:$/.test(url.protocol))
    return 'the base URL of the model must begin with http:// or https://, such as http://localhost:11434/v1'
  if (url.username || url.password)
    return "the base URL of the model must not contain a password; set the key in OPENAI_API_KEY or in the provider's variable"
  return undefined
}

function wrong(message: string): ModelSettingsResult {
  return { ok: false, message }
}
