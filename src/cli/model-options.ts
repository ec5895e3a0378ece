import { type Command, InvalidArgumentError } from 'commander'
import { type ModelFlags, type ModelSettings, modelSettingsFromEnv } from '../llm/settings.ts'
import { UsageError } from '../trial/usage-error.ts'
import { count } from './whole-number.ts'

/** What the command line says of the language model. */
export type ModelOptions = Omit<ModelFlags, 'timeoutSeconds'> & { timeout?: number }

/** Options for the language model; its key comes from the environment alone. */
export function addModelOptions(command: Command): Command {
  return command
    .option('--model <name>', 'the language model (default: DELVER_MODEL)')
    .option('--base-url <url>', "of the model's server (default: OPENAI_BASE_URL, or OpenAI's)")
    .option('--timeout <seconds>', 'longest silence of that server (default: 60)', timeout)
    .option('--max-calls <number>', 'calls of the model after which it ends', count)
    .option('--max-tokens <number>', 'tokens after which it ends', count)
    .option('--max-dollars <number>', 'dollars after which it ends', dollars)
    .option('--record <file>', "record the model's answers")
    .option('--play-back <file>', 'answer from a recording, without a server')
}

/** The command line that asks for the same model. */
export function modelArguments(options: ModelOptions): string[] {
  const given: (readonly [flag: string, value: string | number | undefined])[] = [
    ['--model', options.model],
    ['--base-url', options.baseUrl],
    ['--timeout', options.timeout],
    ['--max-calls', options.maxCalls],
    ['--max-tokens', options.maxTokens],
    ['--max-dollars', options.maxDollars],
    ['--record', options.record],
    ['--play-back', options.playBack],
  ]
  return given.flatMap(([flag, value]) => (value === undefined ? [] : [flag, String(value)]))
}

/** @throws UsageError that says what to set when no model can be asked. */
export function modelSettings(options: ModelOptions): ModelSettings {
  const { timeout: timeoutSeconds, ...flags } = options
  const result = modelSettingsFromEnv(process.env, {
    ...flags,
    ...(timeoutSeconds !== undefined && { timeoutSeconds }),
  })
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

function dollars(text: string): number {
  const value = Number(text)
  if (!(value > 0 && value < 1e6)) throw new InvalidArgumentError('It must be a number above 0.')
  return value
}
