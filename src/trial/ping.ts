import { plainText } from '#wire/plain-text'
import { NoServer } from './world-host.ts'

export interface ServerStatus {
  /** Minecraft version as minecraft-data names it, or null when it has no data for the server's. */
  readonly version: string | null
  /** How the server names itself, such as `Paper 1.16.5`. */
  readonly versionName: string
  readonly latencyMs: number
}

/** Longest silence (ms): who waits for a server wants to be told within five seconds. */
const PING_TIMEOUT_MS = 4000
/** The answer is all that matters; how long a packet takes is not worth waiting for (ms). */
const PONG_TIMEOUT_MS = 500
/** Longest name of a server's version that is shown (characters). */
const NAME_LENGTH = 60

/** Asks a server for its status, as the multiplayer screen does. @throws NoServer */
export async function pingServer(host: string, port: number): Promise<ServerStatus> {
  const { default: protocol } = await import('minecraft-protocol')
  const { default: minecraftData } = await import('minecraft-data')
  try {
    const answer = await protocol.ping({
      host,
      port,
      closeTimeout: PING_TIMEOUT_MS,
      noPongTimeout: PONG_TIMEOUT_MS,
    })
    if (typeof answer.version === 'string') throw new Error('its protocol is older than 1.7')
    const { name, protocol: number } = answer.version
    const said = /\d+\.\d+(\.\d+)?/.exec(name)?.[0]
    const named = said ? minecraftData(said)?.version : undefined
    // Several versions share a protocol number: the name decides, unless it is a proxy's range.
    const version =
      named?.version === number
        ? named.minecraftVersion
        : minecraftData.versions.pc.find((known) => known.version === number)?.minecraftVersion
    return {
      version: version ?? null,
      versionName: plainText(name, NAME_LENGTH),
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
  // That of the ping itself, which gives no address.
  if (error instanceof Error && error.message === 'ETIMEDOUT')
    return `no answer in ${PING_TIMEOUT_MS / 1000} s`
  return error instanceof Error ? error.message : String(error)
}
