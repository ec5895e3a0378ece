import { type Command, InvalidArgumentError, Option } from 'commander'
import { API_NAMES, REASONING_EFFORTS } from '#llm/api'
import { PROVIDERS } from '#llm/providers'
import { whyUnreachable } from '#llm/reach'
import {
  apiKeyName,
  MODEL_ROLES,
  type ModelFlags,
  type ModelRole,
  type ModelSettings,
  modelFlagsSchema,
  modelSettingsFromEnv,
  type RoleFlags,
} from '#llm/settings'
import { NoServer, UsageError } from '#trial/errors'
import { GROUP } from './help.ts'
import { count } from './whole-number.ts'

/** Options of the language model. */
export type ModelOptions = Omit<
  ModelFlags,
  'timeoutSeconds' | 'firstTokenSeconds' | 'retries' | 'roles'
> &
  RoleOptions & { readonly timeout?: number; readonly firstTokenTimeout?: number }

/** Options of the models of single roles: `explainerModel`, `executorBaseUrl`, ... */
type RoleOptions = { readonly [Key in RoleKey<ModelRole, keyof RoleFlags>]?: unknown }
type RoleKey<Role extends string, Field extends string> = `${Role}${Capitalize<Field>}`

/** Options of the language model. Its API key comes from the environment alone. */
export function addModelOptions(command: Command): Command {
  return command
    .optionsGroup(GROUP.model)
    .option('--model <name>', 'name of the model (default: $DELVER_MODEL)')
    .addOption(
      providerOption(
        '--provider <name>',
        'preset of the base URL, the API key variable and the supported features',
      ),
    )
    .addOption(
      apiOption(
        '--api <name>',
        "API of the server (default: the provider's; anthropic for Claude, otherwise chat)",
      ),
    )
    .option(
      '--base-url <url>',
      "base URL of the API (default: the provider's, or $OPENAI_BASE_URL)",
    )
    .option(
      '--api-key-env <name>',
      "environment variable with the API key (default: the provider's, or OPENAI_API_KEY)",
    )
    .option(
      '--context-tokens <number>',
      "size of the context window in tokens (default: the model's; 16384 for an unknown model)",
      contextTokens,
    )
    .option(
      '--max-output-tokens <number>',
      "limit of an answer in tokens, reasoning included (default: 16384, or the model's limit)",
      count,
    )
    .option(
      '--temperature <number>',
      'temperature of all calls (default: set by each kind of call)',
      temperature,
    )
    .addOption(
      new Option('--reasoning-effort <level>', 'effort of a reasoning model').choices(
        REASONING_EFFORTS,
      ),
    )
    .option('--no-stream', 'request whole answers instead of a stream')
    .option(
      '--timeout <seconds>',
      'longest silence of the server before a call fails (default: 300)',
      timeout,
    )
    .option(
      '--first-token-timeout <seconds>',
      'longest wait for the first token of a streamed answer (default: 600)',
      timeout,
    )
    .option(
      '--price <in,out>',
      'dollars per million input and output tokens; a third number is for cached input, a fourth for input written to the cache (default: the list price)',
      price,
    )
    .option('--max-calls <number>', 'stop after this number of calls', count)
    .option('--max-tokens <number>', 'stop after this number of tokens', count)
    .option('--max-dollars <number>', 'stop after this amount of dollars', dollars)
    .option(
      '--record <file>',
      "record the model's calls to this file too; each trial's folder has them in llm.jsonl",
    )
    .option(
      '--replay-calls <file>',
      "answer from such a file or a trial's folder, without a server",
    )
}

/** Options of separate models for the explainer and the executor. */
export function addRoleOptions(command: Command): Command {
  addRole(command, 'explainer', 'the explainer of deps')
  return addRole(command, 'executor', 'the executor of adapt (--executor react)')
}

/** Options of a separate model for the executor, for commands without an explainer. */
export function addExecutorOptions(command: Command): Command {
  return addRole(command, 'executor', 'the executor')
}

function addRole(command: Command, role: ModelRole, part: string): Command {
  return command
    .option(`--${role}-model <name>`, `separate model for ${part}`)
    .addOption(providerOption(`--${role}-provider <name>`, `provider of the ${role}'s model`))
    .addOption(apiOption(`--${role}-api <name>`, `API of the ${role}'s server`))
    .option(
      `--${role}-base-url <url>`,
      `base URL of the ${role}'s model (default: the main model's)`,
    )
    .option(`--${role}-api-key-env <name>`, `environment variable with the ${role}'s API key`)
    .option(
      `--${role}-price <in,out>`,
      `dollars per million input and output tokens of the ${role}'s model`,
      price,
    )
    .option(`--${role}-max-calls <number>`, `stop after this number of calls by the ${role}`, count)
    .option(
      `--${role}-max-tokens <number>`,
      `stop after this number of tokens of the ${role}`,
      count,
    )
    .option(
      `--${role}-max-dollars <number>`,
      `stop after this amount of dollars spent by the ${role}`,
      dollars,
    )
}

function providerOption(flags: string, description: string): Option {
  return new Option(flags, description).choices(PROVIDERS.map(({ name }) => name))
}

function apiOption(flags: string, description: string): Option {
  return new Option(flags, description).choices(API_NAMES)
}

const ROLE_FLAGS: Readonly<Record<keyof RoleFlags, string>> = {
  model: '--model',
  provider: '--provider',
  api: '--api',
  baseUrl: '--base-url',
  apiKeyEnv: '--api-key-env',
  price: '--price',
  maxCalls: '--max-calls',
  maxTokens: '--max-tokens',
  maxDollars: '--max-dollars',
}

/** The command-line name of each option. */
const FLAGS: Readonly<Record<Exclude<keyof ModelOptions, keyof RoleOptions>, string>> = {
  ...ROLE_FLAGS,
  contextTokens: '--context-tokens',
  maxOutputTokens: '--max-output-tokens',
  temperature: '--temperature',
  reasoningEffort: '--reasoning-effort',
  stream: '--no-stream',
  timeout: '--timeout',
  firstTokenTimeout: '--first-token-timeout',
  record: '--record',
  replayCalls: '--replay-calls',
}

/** The name of a given option of the language model; undefined when none is given. */
export function givenModelFlag(options: ModelOptions): string | undefined {
  for (const [key, flag] of Object.entries(FLAGS)) {
    const value = options[key as keyof ModelOptions]
    // `stream` is true unless --no-stream is given.
    if (value !== undefined && !(key === 'stream' && value === true)) return flag
  }
  return givenRoleFlag(options, 'explainer') ?? givenRoleFlag(options, 'executor')
}

/** The name of a given option of one role's model; undefined when none is given. */
export function givenRoleFlag(options: ModelOptions, role: ModelRole): string | undefined {
  const field = Object.keys(roleFlags(options, role))[0] as keyof RoleFlags | undefined
  return field && `--${role}-${ROLE_FLAGS[field].slice(2)}`
}

function roleFlags(options: ModelOptions, role: ModelRole): Record<string, unknown> {
  const fields = Object.keys(ROLE_FLAGS) as (keyof RoleFlags)[]
  return Object.fromEntries(
    fields
      .map((field) => {
        const key = `${role}${field[0]?.toUpperCase()}${field.slice(1)}` as keyof RoleOptions
        return [field, options[key]] as const
      })
      .filter(([, value]) => value !== undefined),
  )
}

/** The options of the language model among all options. */
export function modelFlags(options: ModelOptions): ModelFlags {
  const own = MODEL_ROLES.map((role) => [role, roleFlags(options, role)] as const).filter(
    ([, flags]) => Object.keys(flags).length > 0,
  )
  return modelFlagsSchema.strip().parse({
    ...options,
    timeoutSeconds: options.timeout,
    firstTokenSeconds: options.firstTokenTimeout,
    ...(own.length > 0 && { roles: Object.fromEntries(own) }),
  })
}

/**
 * The language model that flags and the environment configure.
 * @throws UsageError that says what to set when the configuration is incomplete.
 */
export function modelSettings(
  flags: ModelFlags,
  env: Readonly<Record<string, string | undefined>> = process.env,
): ModelSettings {
  const result = modelSettingsFromEnv(env, flags)
  if (!result.ok) throw new UsageError(result.message)
  return result.settings
}

/** What a dry run prints and uses in place of a model's name and a key. */
const UNNAMED_MODEL = 'the model'
const NO_KEY = 'none'

/**
 * The language model of a command that may be a dry run. That asks no model: a placeholder takes the place of a missing API
 * key or model name.
 * @throws UsageError
 */
export function plannedModel(
  flags: ModelFlags,
  { dryRun = false }: { readonly dryRun?: boolean | undefined },
): ModelSettings {
  if (!dryRun) return modelSettings(flags)
  const { explainer = {}, executor = {} } = flags.roles ?? {}
  const keys = [flags, explainer, executor].map((one) => [apiKeyName(process.env, one), NO_KEY])
  const set = Object.entries(process.env).filter(([, value]) => value?.trim())
  return modelSettings(flags, {
    DELVER_MODEL: UNNAMED_MODEL,
    ...Object.fromEntries([...keys, ...set]),
  })
}

/**
 * Waits until the model's server accepts a connection, unless recorded calls are replayed.
 * @throws NoServer within five seconds when it does not.
 */
export async function requireModelServer({ server, transcript }: ModelSettings): Promise<void> {
  if (transcript?.mode === 'play') return
  const reason = await whyUnreachable(server.baseUrl)
  if (reason === null) return
  const { host } = new URL(server.baseUrl)
  throw new NoServer(
    `no language model answers at ${host} (${reason}); start its server, or check --base-url and OPENAI_BASE_URL`,
  )
}

/** A day (s). */
const MAX_TIMEOUT = 86_400

function timeout(text: string): number {
  const value = Number(text)
  if (!(value > 0 && value <= MAX_TIMEOUT))
    throw new InvalidArgumentError(`It must be a number above 0, up to ${MAX_TIMEOUT}.`)
  return value
}

/** No prompt fits into a smaller window (tokens). */
const MIN_CONTEXT = 1024

function contextTokens(text: string): number {
  const value = count(text)
  if (value < MIN_CONTEXT) throw new InvalidArgumentError(`It must be at least ${MIN_CONTEXT}.`)
  return value
}

function price(text: string): NonNullable<RoleFlags['price']> {
  const numbers = text.split(',').map(Number)
  const [input = Number.NaN, output = Number.NaN, cached, cacheWrite] = numbers
  if (!(numbers.length <= 4 && [input, output, ...numbers].every((number) => number >= 0)))
    throw new InvalidArgumentError(
      'It must be two numbers, such as 0.15,0.6; a third is for cached input, a fourth for input written to the cache.',
    )
  return {
    input,
    output,
    ...(cached !== undefined && { cached }),
    ...(cacheWrite !== undefined && { cacheWrite }),
  }
}

function temperature(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= 0 && value <= 2))
    throw new InvalidArgumentError('It must be a number from 0 to 2.')
  return value
}

function dollars(text: string): number {
  const value = Number(text)
  if (!(value > 0 && value < 1e6)) throw new InvalidArgumentError('It must be a number above 0.')
  return value
}
