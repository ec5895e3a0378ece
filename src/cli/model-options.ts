import { type Command, InvalidArgumentError } from 'commander'
import { whyUnreachable } from '../llm/reach.ts'
import {
  type ModelFlags,
  type ModelSettings,
  modelFlagsSchema,
  modelSettingsFromEnv,
} from '../llm/settings.ts'
import { UsageError } from '../trial/usage-error.ts'
import { NoServer } from '../trial/world-host.ts'
import { count } from './whole-number.ts'

/** What the command line says of the language model. */
export type ModelOptions = Pick<
  ModelFlags,
  'model' | 'baseUrl' | 'maxCalls' | 'maxTokens' | 'maxDollars' | 'record' | 'playBack'
> & { timeout?: number }

/** Options for the language model; its key comes from the environment alone. */
export function addModelOptions(command: Command): Command {
  return command
    .optionsGroup('A language model:')
    .option('--model <name>', 'the language model (default: DELVER_MODEL)')
    .option('--base-url <url>', "of the model's server (default: OPENAI_BASE_URL, or OpenAI's)")
    .option('--timeout <seconds>', 'longest silence of that server (default: 60)', timeout)
    .option('--max-calls <number>', 'calls of the model after which it ends', count)
    .option('--max-tokens <number>', 'tokens after which it ends', count)
    .option('--max-dollars <number>', 'dollars after which it ends', dollars)
    .option('--record <file>', "record the model's answers")
    .option('--play-back <file>', 'answer from a recording, without a server')
}

/** The options by the names that they have on the command line. */
const FLAGS: Readonly<Record<keyof ModelOptions, string>> = {
  model: '--model',
  baseUrl: '--base-url',
  timeout: '--timeout',
  maxCalls: '--max-calls',
  maxTokens: '--max-tokens',
  maxDollars: '--max-dollars',
  record: '--record',
  playBack: '--play-back',
}

/** An option of the language model that was given, by its name; undefined when there is none. */
export function givenModelFlag(options: ModelOptions): string | undefined {
  return Object.entries(FLAGS).find(
    ([key]) => options[key as keyof ModelOptions] !== undefined,
  )?.[1]
}

/** What the options say of the language model, and nothing else that they say. */
export function modelFlags(options: ModelOptions): ModelFlags {
  return modelFlagsSchema.strip().parse({ ...options, timeoutSeconds: options.timeout })
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

function dollars(text: string): number {
  const value = Number(text)
  if (!(value > 0 && value < 1e6)) throw new InvalidArgumentError('It must be a number above 0.')
  return value
}
