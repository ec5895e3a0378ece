import { versionOfProtocol } from '#knowledge/played-versions'
import { plainText, withoutStyles } from '#wire/plain-text'
import { NoServer } from './errors.ts'

export interface ServerStatus {
  /** Minecraft version with the server's protocol number, which the agent may not play; null for an unknown number. */
  readonly version: string | null
  /** The protocol number. Servers that hide their version send -1 or 0. */
  readonly protocol: number
  /** The version name that the server sends, such as `Paper 1.16.5`. */
  readonly versionName: string
  readonly latencyMs: number
}

/** Time limit of an answer (ms), so that users get an error within five seconds. */
const PING_TIMEOUT_MS = 4000
/** Time limit of the latency measurement after the answer (ms). */
const PONG_TIMEOUT_MS = 500
/** Longest version name for display (characters). */
const NAME_LENGTH = 60

/** Requests a server's status, as the multiplayer screen does. @throws NoServer */
export async function pingServer(host: string, port: number): Promise<ServerStatus> {
  const { default: protocol } = await import('minecraft-protocol')
  try {
    const answer = await protocol.ping({
      host,
      port,
      closeTimeout: PING_TIMEOUT_MS,
      noPongTimeout: PONG_TIMEOUT_MS,
    })
    if (typeof answer.version === 'string') throw new Error('its protocol is older than 1.7')
    const { name, protocol: number } = answer.version
    return {
      version: versionOfProtocol(number, name),
      protocol: number,
      versionName: plainText(withoutStyles(name), NAME_LENGTH),
      latencyMs: 'latency' in answer ? answer.latency : 0,
    }
  } catch (error) {
    throw new NoServer(
      `no Minecraft server answers at ${host}:${port} (${reason(error)}); start one, or check --host and --port`,
      {
        cause: error,
      },
    )
  }
}

function reason(error: unknown): string {
  if (error instanceof AggregateError) return reason(error.errors[0])
  // The timeout of the ping itself has an error without an address.
  if (error instanceof Error && error.message === 'ETIMEDOUT')
    return `no answer in ${PING_TIMEOUT_MS / 1000} s`
  return error instanceof Error ? error.message : String(error)
}
