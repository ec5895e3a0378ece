import { type Command, InvalidArgumentError, Option } from 'commander'
import { REASONING_EFFORTS } from '../llm/dialect.ts'
import {
  type ModelFlags,
  type ModelSettings,
  modelFlagsSchema,
  modelSettingsFromEnv,
} from '../llm/settings.ts'
import { UsageError } from '../trial/usage-error.ts'
import { count } from './whole-number.ts'

/** What the command line says of the language model. */
export type ModelOptions = Pick<
  ModelFlags,
  | 'model'
  | 'baseUrl'
  | 'contextTokens'
  | 'maxOutputTokens'
  | 'temperature'
  | 'reasoningEffort'
  | 'stream'
  | 'maxCalls'
  | 'maxTokens'
  | 'maxDollars'
  | 'record'
  | 'playBack'
> & { timeout?: number }

/** Options for the language model; its key comes from the environment alone. */
export function addModelOptions(command: Command): Command {
  return command
    .option('--model <name>', 'the language model (default: DELVER_MODEL)')
    .option('--base-url <url>', "of the model's server (default: OPENAI_BASE_URL, or OpenAI's)")
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
  contextTokens: '--context-tokens',
  maxOutputTokens: '--max-output-tokens',
  temperature: '--temperature',
  reasoningEffort: '--reasoning-effort',
  stream: '--no-stream',
  timeout: '--timeout',
  maxCalls: '--max-calls',
  maxTokens: '--max-tokens',
  maxDollars: '--max-dollars',
  record: '--record',
  playBack: '--play-back',
}

/** An option of the language model that was given, by its name; undefined when there is none. */
export function givenModelFlag(options: ModelOptions): string | undefined {
  return Object.entries(FLAGS).find(([key]) => {
    const value = options[key as keyof ModelOptions]
    // That answers come piece by piece is what is said when nothing is.
    return value !== undefined && !(key === 'stream' && value === true)
  })?.[1]
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
