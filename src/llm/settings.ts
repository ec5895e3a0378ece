import { existsSync } from 'node:fs'
import * as models from 'gpt-tokenizer/models'
import { z } from 'zod'
import type { BudgetLimits } from './budget.ts'
import { CassetteError, readCassette } from './cassette.ts'
import { REASONING_EFFORTS } from './dialect.ts'
import type { ServerSettings } from './http-transport.ts'
import { listPrice, type Price } from './price.ts'
import { Secret } from './secret.ts'

const OPENAI_URL = 'https://api.openai.com/v1'

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

/** What the command line may say of the model, checked one by one. Keys are not among it. */
export const modelFlagsSchema = z.strictObject({
  model: z.string().optional(),
  baseUrl: z.string().optional(),
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
  maxCalls: z.number().optional(),
  maxTokens: z.number().optional(),
  maxDollars: z.number().optional(),
  /** Dollars for a million tokens. */
  price: z.object({ input: z.number(), output: z.number() }).optional(),
  /** File to record the calls to. */
  record: z.string().optional(),
  /** File to play the calls back from, without a server. */
  playBack: z.string().optional(),
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
}

export type ModelSettingsResult =
  | { readonly ok: true; readonly settings: ModelSettings }
  /** One line that says what to set. */
  | { readonly ok: false; readonly message: string }

/**
 * The model's settings by flags and by `OPENAI_API_KEY`, `OPENAI_BASE_URL` and `DELVER_MODEL`; flags
 * come first. Playing back a cassette takes neither key nor server.
 */
export function modelSettingsFromEnv(
  env: Readonly<Record<string, string | undefined>>,
  flags: ModelFlags = {},
): ModelSettingsResult {
  const { record, playBack } = flags
  if (record !== undefined && playBack !== undefined)
    return wrong('calls are either recorded or played back, not both')
  if (record !== undefined && existsSync(record))
    return wrong(`${record} is there already; record to another file`)
  return playBack === undefined ? forServer(env, flags) : forCassette(playBack, flags)
}

function forServer(
  env: Readonly<Record<string, string | undefined>>,
  flags: ModelFlags,
): ModelSettingsResult {
  const key = env.OPENAI_API_KEY?.trim()
  const model = flags.model ?? env.DELVER_MODEL?.trim()
  const missing = [
    ...(key ? [] : ['OPENAI_API_KEY (any word for a local server that asks for none)']),
    ...(model ? [] : ['DELVER_MODEL or --model']),
  ]
  if (!key || !model)
    return wrong(
      `a language model needs ${missing.join(' and ')} to be set, and OPENAI_BASE_URL for another server than OpenAI's`,
    )
  if (!/^[\x21-\x7e]+$/.test(key)) return wrong('OPENAI_API_KEY has characters that no key has')
  const baseUrl = flags.baseUrl ?? (env.OPENAI_BASE_URL?.trim() || OPENAI_URL)
  const objection = objectionTo(baseUrl)
  if (objection) return wrong(objection)
  const cassette =
    flags.record === undefined ? null : ({ mode: 'record', file: flags.record } as const)
  return complete({ model, baseUrl, key: new Secret(key), cassette }, flags)
}

function forCassette(file: string, flags: ModelFlags): ModelSettingsResult {
  try {
    const model = readCassette(file)[0]?.model ?? 'unknown'
    return complete({ model, baseUrl: '', key: null, cassette: { mode: 'play', file } }, flags)
  } catch (error) {
    if (error instanceof CassetteError) return wrong(error.message)
    throw error
  }
}

interface Essentials {
  readonly model: string
  readonly baseUrl: string
  readonly key: Secret | null
  readonly cassette: ModelSettings['cassette']
}

function complete(
  { model, baseUrl, key, cassette }: Essentials,
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
      contextTokens: flags.contextTokens ?? window,
      timeoutMs,
      callMs: Math.max(MOST_SILENCES * timeoutMs, LONG_CALL_MS),
      retries: flags.retries ?? DEFAULTS.retries,
      backOff: DEFAULTS.backOff,
      maxAnswerChars: DEFAULTS.maxAnswerChars,
      stream: flags.stream ?? true,
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
    return 'the base URL of the model must hold no password; the key goes into OPENAI_API_KEY'
  return undefined
}

function wrong(message: string): ModelSettingsResult {
  return { ok: false, message }
}
