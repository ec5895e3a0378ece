import { GameClock } from '#clock/game-clock'
import { isPlayed, OLDEST_VERSION } from '#knowledge/registry'
import { pingServer } from './ping.ts'
import { NoServer, type WorldHost } from './world-host.ts'

export interface ExistingHostOptions {
  host: string
  port: number
  /** Null to take what the server says. */
  version: string | null
  username: string
  auth: 'offline' | 'microsoft'
}

/** A server that runs already, in real time. @throws NoServer */
export async function openExistingHost(options: ExistingHostOptions): Promise<WorldHost> {
  const { host, port, username, auth } = options
  const status = await pingServer(host, port)
  const version = options.version ?? status.version
  if (!version)
    throw new NoServer(
      `the server at ${host}:${port} is ${status.versionName}, a version we have no data for; name a near one with --mc-version`,
    )
  if (!isPlayed(version))
    throw new NoServer(
      `the server at ${host}:${port} plays ${version}; Delver plays ${OLDEST_VERSION} and later`,
    )
  return {
    connection: { host, port, version, username, auth },
    clock: new GameClock(),
    run: (work) => work,
    async close() {},
  }
}
