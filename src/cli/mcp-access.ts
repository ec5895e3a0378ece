import { InvalidArgumentError } from 'commander'
import { UsageError } from '#trial/errors'
import { wholeNumber } from './whole-number.ts'

/** Environment variable with the token of HTTP clients. */
export const TOKEN_VARIABLE = 'DELVER_MCP_TOKEN'
const MIN_TOKEN_LENGTH = 16

/** The token of the environment; null for none. @throws UsageError for one that is easy to guess. */
export function givenToken(): string | null {
  const token = process.env[TOKEN_VARIABLE]
  if (token === undefined || token === '') return null
  if (token.length < MIN_TOKEN_LENGTH)
    throw new UsageError(`${TOKEN_VARIABLE} needs at least ${MIN_TOKEN_LENGTH} characters`)
  return token
}

/** A port for HTTP clients; 0 for any free one. */
export function httpPort(text: string): number {
  const value = wholeNumber(text)
  if (value > 65_535) throw new InvalidArgumentError('It must be a whole number from 0 to 65535.')
  return value
}
