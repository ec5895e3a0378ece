import { existsSync } from 'node:fs'
import { z } from 'zod'
import * as models from '#vendor/models'
import type { BudgetLimits } from './budget.ts'
import { CassetteError, readCassette } from './cassette.ts'
import { REASONING_EFFORTS } from './dialect.ts'
import type { ServerSettings } from './http-transport.ts'
import { listPrice, type Price } from './price.ts'
import { apiAddress, PROVIDERS, type Provider, providerAt, providerNamed } from './providers.ts'
import { Secret } from './secret.ts'

const [DEFAULT_PROVIDER] = PROVIDERS

const DEFAULTS = {
  timeoutMs: 300_000,
  retries: 3,
  backOff: { baseMs: 500, maxMs: 60_000 },
  /** Room for the thoughts of a reasoning model, which count as part of its answer. */
  maxOutputTokens: 16_384,
  maxAnswerChars: 100_000,
} as const

/** However steadily an answer comes in, a call may take no longer than this many silences, or this long. */
const MOST_SILENCES = 4
const LONG_CALL_MS = 1_200_000

/** Of a model that we know nothing of: small enough for most local servers' own settings (tokens). */
const UNKNOWN_WINDOW = 16_384

/** What may be said of any model: which one, where it is, and what it may cost. */
const roleShape = {
  model: z.string().optional(),
  provider: z.enum(PROVIDERS.map(({ name }) => name)).optional(),
  baseUrl: z.string().optional(),
  /** Variable of the environment that holds the key. */
  apiKeyEnv: z.string().optional(),
  maxCalls: z.number().optional(),
  maxTokens: z.number().optional(),
  maxDollars: z.number().optional(),
  /** Dollars for a million tokens. */
  price: z.object({ input: z.number(), output: z.number() }).optional(),
}
const roleFlagsSchema = z.strictObject(roleShape)
export type RoleFlags = Readonly<z.infer<typeof roleFlagsSchema>>

/** Parts of a strategy that may have a model of their own. */
export const MODEL_ROLES = ['explainer', 'executor'] as const
export type ModelRole = (typeof MODEL_ROLES)[number]

/** What the command line may say of the model, checked one by one. Keys are not among it. */
export const modelFlagsSchema = z.strictObject({
  ...roleShape,
  /** Models of their own for parts of the strategy. */
  roles: z
    .object({ explainer: roleFlagsSchema.optional(), executor: roleFlagsSchema.optional() })
    .optional(),
  /** Size of the model's window (tokens). */
  contextTokens: z.number().optional(),
  maxOutputTokens: z.number().optional(),
  timeoutSeconds: z.number().optional(),
  retries: z.number().optional(),
  /** False for a server that cannot give its answers piece by piece. */
  stream: z.boolean().optional(),
  /** Of all calls; each request's own when left out. */
  temperature: z.number().optional(),
  reasoningEffort: z.enum(REASONING_EFFORTS).optional(),
  /** File to record the calls to. */
  record: z.string().optional(),
  /** File to play the calls back from, without a server. */
  replayCalls: z.string().optional(),
})
export type ModelFlags = Readonly<z.infer<typeof modelFlagsSchema>>

/** Everything about the model of one run. It can be printed: the key does not show. */
export interface ModelSettings {
  readonly server: ServerSettings
  /** Null where calls are played back. */
  readonly key: Secret | null
  readonly maxOutputTokens: number
  /** Of all calls; null leaves it to each request. */
  readonly temperature: number | null
  readonly budget: BudgetLimits
  readonly price: Price | null
  readonly cassette: { readonly mode: 'record' | 'play'; readonly file: string } | null
  /** Models of their own for parts of the strategy. */
  readonly roles: Readonly<Partial<Record<ModelRole, ModelSettings>>>
}

export type ModelSettingsResult =
  | { readonly ok: true; readonly settings: ModelSettings }
  /** One line that says what to set. */
  | { readonly ok: false; readonly message: string }

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The model's settings by flags and by the environment: `DELVER_MODEL`, and the variables of the provider, which are
 * `OPENAI_API_KEY` and `OPENAI_BASE_URL` when none is named. Flags come first. Playing back a cassette takes neither key
 * nor server.
 */
export function modelSettingsFromEnv(
  env: Environment,
  flags: ModelFlags = {},
): ModelSettingsResult {
  const { record, replayCalls } = flags
  const several = MODEL_ROLES.some((role) => flags.roles?.[role])
  if (record !== undefined && replayCalls !== undefined)
    return wrong('calls are either recorded or played back, not both')
  if ((record !== undefined || replayCalls !== undefined) && several)
    return wrong('calls are recorded and played back for one model alone')
  if (record !== undefined && existsSync(record))
    return wrong(`${record} is there already; record to another file`)
  return replayCalls === undefined ? withRoles(env, flags) : forCassette(replayCalls, flags)
}

function withRoles(env: Environment, flags: ModelFlags): ModelSettingsResult {
  const main = forServer(env, flags)
  if (!main.ok) return main
  const roles: Partial<Record<ModelRole, ModelSettings>> = {}
  for (const role of MODEL_ROLES) {
    const own = flags.roles?.[role]
    if (!own) continue
    if (own.model === undefined)
      return wrong(`what is said of a model for the ${role} needs --${role}-model`)
    const chosen = forServer(env, flagsOfRole(flags, own))
    if (!chosen.ok) return wrong(`for the ${role}: ${chosen.message}`)
    roles[role] = chosen.settings
  }
  return { ok: true, settings: { ...main.settings, roles } }
}

/** What a part's own model is asked with: on the main model's server where it names no other, and with limits of its own. */
function flagsOfRole(flags: ModelFlags, own: RoleFlags): ModelFlags {
  const { timeoutSeconds, retries, stream, temperature, reasoningEffort, maxOutputTokens } = flags
  const { provider, baseUrl, apiKeyEnv } = flags
  const isElsewhere = own.provider !== undefined || own.baseUrl !== undefined
  return {
    ...defined({ timeoutSeconds, retries, stream, temperature, reasoningEffort, maxOutputTokens }),
    ...(!isElsewhere && defined({ provider, baseUrl, apiKeyEnv })),
    ...own,
  }
}

/** Without what is undefined. */
function defined<T extends object>(values: T): { [K in keyof T]: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: NonNullable<T[K]>
  }
}

function forServer(env: Environment, flags: ModelFlags): ModelSettingsResult {
  const named = flags.provider === undefined ? undefined : providerNamed(flags.provider)
  const baseUrl = flags.baseUrl ?? addressIn(env, named ?? DEFAULT_PROVIDER)
  if (baseUrl === undefined)
    return wrong(`${named?.name} needs ${named?.baseUrlVariable} or --base-url to be set`)
  const objection = objectionTo(baseUrl)
  const provider = named ?? providerAt(baseUrl)
  const apiKeyEnv = apiKeyName(flags)
  const key = env[apiKeyEnv]?.trim() || (named?.needsKey === false ? NO_KEY : undefined)
  const model = flags.model ?? env.DELVER_MODEL?.trim()
  const missing = [
    ...(key ? [] : [`${apiKeyEnv}${named ? '' : ANY_WORD}`]),
    ...(model ? [] : ['DELVER_MODEL or --model']),
  ]
  if (!key || !model)
    return wrong(
      `a language model needs ${missing.join(' and ')} to be set${named ? '' : ", and --provider or OPENAI_BASE_URL for another server than OpenAI's"}`,
    )
  if (!/^[\x21-\x7e]+$/.test(key)) return wrong(`${apiKeyEnv} has characters that no key has`)
  if (objection) return wrong(objection)
  const cassette =
    flags.record === undefined ? null : ({ mode: 'record', file: flags.record } as const)
  const address = apiAddress(provider, baseUrl)
  return complete({ model, baseUrl: address, provider, key: new Secret(key), cassette }, flags)
}

/** Name of the environment variable with the API key. */
export function apiKeyName({ apiKeyEnv, provider }: RoleFlags): string {
  const named = provider === undefined ? undefined : providerNamed(provider)
  return apiKeyEnv ?? (named ?? DEFAULT_PROVIDER).apiKeyEnv
}

const ANY_WORD = ' (any word for a local server that asks for none)'
/** What a server that asks for no key is given: the client sends none at all unless there is a word. */
const NO_KEY = 'none'

function addressIn(env: Environment, { baseUrl, baseUrlVariable }: Provider): string | undefined {
  const set = baseUrlVariable === null ? undefined : env[baseUrlVariable]?.trim()
  return set || (baseUrl ?? undefined)
}

function forCassette(file: string, flags: ModelFlags): ModelSettingsResult {
  try {
    const model = readCassette(file)[0]?.model ?? 'unknown'
    const cassette = { mode: 'play', file } as const
    return complete({ model, baseUrl: '', provider: null, key: null, cassette }, flags)
  } catch (error) {
    if (error instanceof CassetteError) return wrong(error.message)
    throw error
  }
}

interface Essentials {
  readonly model: string
  readonly baseUrl: string
  /** Null where calls are played back. */
  readonly provider: Provider | null
  readonly key: Secret | null
  readonly cassette: ModelSettings['cassette']
}

function complete(
  { model, baseUrl, provider, key, cassette }: Essentials,
  flags: ModelFlags,
): ModelSettingsResult {
  const price = flags.price ? { ...flags.price, source: 'command line' } : listPrice(model)
  if (flags.maxDollars !== undefined && !price)
    return wrong(`a limit in dollars needs the price of ${model}; give it, or limit tokens instead`)
  const { window, output: most } = limitsOf(model)
  const timeoutMs = flags.timeoutSeconds ? flags.timeoutSeconds * 1000 : DEFAULTS.timeoutMs
  const settings: ModelSettings = {
    server: {
      model,
      baseUrl,
      contextTokens: flags.contextTokens ?? provider?.contextTokens ?? window,
      timeoutMs,
      callMs: Math.max(MOST_SILENCES * timeoutMs, LONG_CALL_MS),
      retries: flags.retries ?? DEFAULTS.retries,
      backOff: DEFAULTS.backOff,
      maxAnswerChars: DEFAULTS.maxAnswerChars,
      stream: flags.stream ?? true,
      keyHeader: provider?.keyHeader ?? 'authorization',
      limitName: provider?.limitName ?? 'max_tokens',
      reasoningEffort: flags.reasoningEffort ?? null,
    },
    key,
    maxOutputTokens: flags.maxOutputTokens ?? Math.min(DEFAULTS.maxOutputTokens, most),
    temperature: flags.temperature ?? null,
    budget: {
      calls: flags.maxCalls ?? null,
      tokens: flags.maxTokens ?? null,
      dollars: flags.maxDollars ?? null,
    },
    price,
    cassette,
    roles: {},
  }
  return { ok: true, settings }
}

/** Tokens of prompt and answer together, and of an answer, that a model can take, from gpt-tokenizer's table of models. */
function limitsOf(model: string): { window: number; output: number } {
  const known = Object.entries(models).find(([name]) => name === model)?.[1]
  return {
    window: known && 'context_window' in known ? known.context_window : UNKNOWN_WINDOW,
    output:
      known && 'max_output_tokens' in known ? known.max_output_tokens : Number.POSITIVE_INFINITY,
  }
}

/** Why an address cannot be used; undefined when it can. The address is not repeated: it may hold a password. */
function objectionTo(baseUrl: string): string | undefined {
  const url = URL.parse(baseUrl)
  if (!url || !/^https?:$/.test(url.protocol))
    return 'the base URL of the model must begin with http:// or https://, such as http://localhost:11434/v1'
  if (url.username || url.password)
    return 'the base URL of the model must hold no password; the key goes into the environment, into OPENAI_API_KEY or the variable of the provider'
  return undefined
}

function wrong(message: string): ModelSettingsResult {
  return { ok: false, message }
}
