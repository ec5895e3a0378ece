import { type Command, InvalidArgumentError, Option } from 'commander'
import { REASONING_EFFORTS } from '#llm/dialect'
import { PROVIDERS } from '#llm/providers'
import { whyUnreachable } from '#llm/reach'
import {
  MODEL_ROLES,
  type ModelFlags,
  type ModelRole,
  type ModelSettings,
  modelFlagsSchema,
  modelSettingsFromEnv,
  type RoleFlags,
} from '#llm/settings'
import { UsageError } from '#trial/usage-error'
import { NoServer } from '#trial/world-host'
import { count } from './whole-number.ts'

/** What the command line says of the language model. */
export type ModelOptions = Omit<ModelFlags, 'timeoutSeconds' | 'retries' | 'roles'> &
  RoleOptions & { readonly timeout?: number }

/** Of models for parts of a strategy: `explainerModel`, `executorBaseUrl`, ... */
type RoleOptions = { readonly [Key in RoleKey<ModelRole, keyof RoleFlags>]?: unknown }
type RoleKey<Role extends string, Field extends string> = `${Role}${Capitalize<Field>}`

/** Options for the language model; its key comes from the environment alone. */
export function addModelOptions(command: Command): Command {
  return command
    .optionsGroup('A language model:')
    .option('--model <name>', 'the language model (default: DELVER_MODEL)')
    .addOption(
      providerOption(
        '--provider <name>',
        'who serves it: sets base URL, key variable and what it is known to take',
      ),
    )
    .option('--base-url <url>', "of its server (default: the provider's, or OPENAI_BASE_URL)")
    .option(
      '--key-variable <name>',
      "of the environment, with the key (default: the provider's, or OPENAI_API_KEY)",
    )
    .option(
      '--context-tokens <number>',
      "prompt and answer together that the model takes (default: the model's; 16384 for one not known)",
      contextTokens,
    )
    .option(
      '--max-output-tokens <number>',
      'longest answer, thoughts included (default: 16384, or what the model gives)',
      count,
    )
    .option('--temperature <number>', "of all calls (default: each call's own)", temperature)
    .addOption(
      new Option('--reasoning-effort <level>', 'how hard a reasoning model thinks').choices(
        REASONING_EFFORTS,
      ),
    )
    .option('--no-stream', 'ask for answers as a whole, not piece by piece')
    .option(
      '--timeout <seconds>',
      'longest silence on the connection to that server (default: 300)',
      timeout,
    )
    .option('--price <in,out>', 'dollars for a million tokens (default: the list price)', price)
    .option('--max-calls <number>', 'calls of the model after which it ends', count)
    .option('--max-tokens <number>', 'tokens after which it ends', count)
    .option('--max-dollars <number>', 'dollars after which it ends', dollars)
    .option('--record <file>', "record the model's answers")
    .option('--play-back <file>', 'answer from a recording, without a server')
}

/** Options for models of their own for parts of a strategy. */
export function addRoleOptions(command: Command): Command {
  addRole(command, 'explainer', 'for the explainer of deps')
  return addRole(command, 'executor', 'for the executor of adapt, with --executor react')
}

/** Options for a model of its own for the executor, where nothing is explained. */
export function addExecutorOptions(command: Command): Command {
  return addRole(command, 'executor', 'for the executor')
}

function addRole(command: Command, role: ModelRole, whose: string): Command {
  return command
    .option(`--${role}-model <name>`, `a model of its own ${whose}`)
    .addOption(providerOption(`--${role}-provider <name>`, 'of that model'))
    .option(`--${role}-base-url <url>`, "of its server (default: the main model's)")
    .option(`--${role}-key-variable <name>`, 'of the environment, with its key')
    .option(`--${role}-price <in,out>`, 'dollars for a million tokens', price)
    .option(`--${role}-max-calls <number>`, 'its calls after which it ends', count)
    .option(`--${role}-max-tokens <number>`, 'its tokens after which it ends', count)
    .option(`--${role}-max-dollars <number>`, 'its dollars after which it ends', dollars)
}

function providerOption(flags: string, description: string): Option {
  return new Option(flags, description).choices(PROVIDERS.map(({ name }) => name))
}

const ROLE_FLAGS: Readonly<Record<keyof RoleFlags, string>> = {
  model: '--model',
  provider: '--provider',
  baseUrl: '--base-url',
  keyVariable: '--key-variable',
  price: '--price',
  maxCalls: '--max-calls',
  maxTokens: '--max-tokens',
  maxDollars: '--max-dollars',
}

/** The options by the names that they have on the command line. */
const FLAGS: Readonly<Record<Exclude<keyof ModelOptions, keyof RoleOptions>, string>> = {
  ...ROLE_FLAGS,
  contextTokens: '--context-tokens',
  maxOutputTokens: '--max-output-tokens',
  temperature: '--temperature',
  reasoningEffort: '--reasoning-effort',
  stream: '--no-stream',
  timeout: '--timeout',
  record: '--record',
  playBack: '--play-back',
}

/** An option of the language model that was given, by its name; undefined when there is none. */
export function givenModelFlag(options: ModelOptions): string | undefined {
  for (const [key, flag] of Object.entries(FLAGS)) {
    const value = options[key as keyof ModelOptions]
    // That answers come piece by piece is what is said when nothing is.
    if (value !== undefined && !(key === 'stream' && value === true)) return flag
  }
  return givenRoleFlag(options, 'explainer') ?? givenRoleFlag(options, 'executor')
}

/** An option of the model of one part of a strategy that was given; undefined when there is none. */
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

/** What the options say of the language model, and nothing else that they say. */
export function modelFlags(options: ModelOptions): ModelFlags {
  const own = MODEL_ROLES.map((role) => [role, roleFlags(options, role)] as const).filter(
    ([, flags]) => Object.keys(flags).length > 0,
  )
  return modelFlagsSchema.strip().parse({
    ...options,
    timeoutSeconds: options.timeout,
    ...(own.length > 0 && { roles: Object.fromEntries(own) }),
  })
}

/**
 * The language model that flags and the environment ask for.
 * @throws UsageError that says what to set when no model can be asked.
 */
export function modelSettings(flags: ModelFlags): ModelSettings {
  const result = modelSettingsFromEnv(process.env, flags)
  if (!result.ok) throw new UsageError(result.message)
  return result.settings
}

/**
 * Waits for the model's server to take a connection, unless answers are played back.
 * @throws NoServer within five seconds when it does not.
 */
export async function requireModelServer({ server, cassette }: ModelSettings): Promise<void> {
  if (cassette?.mode === 'play') return
  const reason = await whyUnreachable(server.baseUrl)
  if (reason === null) return
  const { host } = new URL(server.baseUrl)
  throw new NoServer(
    `no language model answers at ${host} (${reason}); start its server, or check --base-url and OPENAI_BASE_URL`,
  )
}

/** A day is longer than any server takes. */
const MAX_TIMEOUT = 86_400

function timeout(text: string): number {
  const value = Number(text)
  if (!(value > 0 && value <= MAX_TIMEOUT))
    throw new InvalidArgumentError(`It must be a number above 0, up to ${MAX_TIMEOUT}.`)
  return value
}

/** Less holds no prompt. */
const LEAST_CONTEXT = 1024

function contextTokens(text: string): number {
  const value = count(text)
  if (value < LEAST_CONTEXT) throw new InvalidArgumentError(`It must be at least ${LEAST_CONTEXT}.`)
  return value
}

function price(text: string): { input: number; output: number } {
  const [input = Number.NaN, output = Number.NaN, ...more] = text.split(',').map(Number)
  if (!(input >= 0 && output >= 0) || more.length > 0)
    throw new InvalidArgumentError('It must be two numbers, such as 0.15,0.6.')
  return { input, output }
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
