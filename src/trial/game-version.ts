import { MAX_PROTOCOL, MAX_VERSION, MIN_VERSION, supportOf } from '#knowledge/played-versions'
import { plainText } from '#wire/plain-text'
import { NoServer, UsageError } from './errors.ts'
import type { ServerStatus } from './ping.ts'

/** Longest version that a message repeats (characters). */
const MAX_LENGTH = 30

/** The version of the game that a user names, such as `1.21.7`. @throws UsageError if the agent does not play it. */
export function namedVersion(text: string): string {
  const support = supportOf(text)
  if (support.kind === 'played') return support.version
  const plays = `Delver plays Minecraft ${MIN_VERSION} to ${MAX_VERSION}, not ${plainText(text, MAX_LENGTH)}`
  throw new UsageError(
    support.kind === 'older'
      ? `${plays}; an older server with the plugin ViaVersion lets these versions join`
      : `${plays}; a newer server with the plugins ViaVersion and ViaBackwards lets ${MAX_VERSION} join`,
  )
}

/**
 * The version with which the agent joins a server: the one that the server answers with.
 * @param address of the server, for messages.
 * @throws NoServer if the agent does not play that version, with what to do.
 */
export function versionToJoin(
  address: string,
  { version, versionName, protocol }: ServerStatus,
): string {
  const support = version === null ? null : supportOf(version)
  if (support?.kind === 'played') return support.version
  if (version === null && protocol <= MAX_PROTOCOL)
    throw new NoServer(
      `the server at ${address} hides its Minecraft version (it says "${versionName}"); name it with --mc-version`,
    )
  const isNamed = version === null || versionName.includes(version)
  const said = isNamed ? versionName : `${versionName} (Minecraft ${version})`
  const plays = `the server at ${address} runs ${said}, and Delver plays Minecraft ${MIN_VERSION} to ${MAX_VERSION}`
  throw new NoServer(
    support?.kind === 'older'
      ? `${plays}; update the server, or install ViaVersion on it`
      : `${plays}; install ViaVersion and ViaBackwards on the server, or, if it lets older versions join already, add --mc-version ${MAX_VERSION}`,
  )
}
